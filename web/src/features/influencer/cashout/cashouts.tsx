// An influencer's cash-outs, on the page of earnings.

import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import type { Cashout, CashoutOverview } from '~shared/api/types'
import { failureText } from '~shared/api/failure'
import { CashoutBadge } from '~shared/features/influencer/cashout-badge'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { Button } from '~shared/ui/button'
import { ListSkeleton, LoadFailure, LoadMoreButton } from '~shared/ui/list-states'
import { toast } from '~shared/ui/toast-store'
import { CashoutForm } from './cashout-form'
import { cancelCashout, cashoutsQuery, isEarnings } from '../queries'

/** Statuses of an unfinished cash-out. Only one may be unfinished. */
const OPEN: Cashout['status'][] = ['requested', 'approved', 'sent']

export function Cashouts() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const [pages, setPages] = useState(1)
  const [isFormOpen, setFormOpen] = useState(false)
  const results = useQueries({ queries: Array.from({ length: pages }, (_, index) => cashoutsQuery(locale, index + 1)) })
  const first = results[0]
  const refresh = () => client.invalidateQueries({ predicate: isEarnings })
  if (first?.isError && !first.data) return <LoadFailure onRetry={() => void first.refetch()} />
  const overview = first?.data?.data
  if (!overview) return <ListSkeleton />
  const cashouts = results.flatMap(({ data }) => data?.data.cashouts ?? [])
  return (
    <section className="grid gap-4 rounded-xl border border-line bg-surface p-5 sm:p-6">
      <h2 className="text-xl">{t('account.cashout.title')}</h2>
      {isFormOpen ? (
        <CashoutForm overview={overview} onSent={refresh} onClose={() => setFormOpen(false)} />
      ) : (
        <CashoutRequest
          overview={overview}
          hasOpen={cashouts.some(({ status }) => OPEN.includes(status))}
          onAsk={() => setFormOpen(true)}
        />
      )}
      {cashouts.length > 0 && (
        <ul aria-label={t('account.cashout.list')} className="divide-y divide-line border-t border-line">
          {cashouts.map((cashout) => (
            <CashoutItem key={cashout.code} cashout={cashout} onCancelled={refresh} />
          ))}
        </ul>
      )}
      {pages < (first.data?.meta.lastPage ?? 1) && (
        <LoadMoreButton isLoading={results.some(({ isPending }) => isPending)} onMore={() => setPages(pages + 1)} />
      )}
    </section>
  )
}

/** The button, or the reason why no cash-out can be requested. */
function CashoutRequest({
  overview: { available, minimum },
  hasOpen,
  onAsk,
}: {
  overview: CashoutOverview
  hasOpen: boolean
  onAsk: () => void
}) {
  const { t } = useI18n()
  if (hasOpen) return <p className="text-muted">{t('account.cashout.oneOpen')}</p>
  if (available < minimum)
    return <p className="text-muted">{t('account.cashout.tooLittle', { minimum: money(minimum), available: money(available) })}</p>
  return (
    <>
      <p className="text-muted">{t('account.cashout.text')}</p>
      <div>
        <Button size="lg" onClick={onAsk}>
          <CreditCard aria-hidden className="size-5" />
          {t('account.cashout.ask')}
        </Button>
      </div>
    </>
  )
}

/** A cash-out can be withdrawn until an operator approves it. */
function CashoutItem({ cashout, onCancelled }: { cashout: Cashout; onCancelled: () => Promise<unknown> }) {
  const { t, locale } = useI18n()
  const cancel = useMutation({
    mutationFn: () => cancelCashout(locale, cashout.code),
    onSuccess: () => toast.good(t('account.cashout.cancelled')),
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: onCancelled,
  })
  const { code, amount, status, card, requestedAt, finishedAt, paidAmount, reason } = cashout
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-lg font-semibold tabular-nums">{money(amount)}</p>
        <CashoutBadge status={status} />
      </div>
      <p className="text-sm text-muted tabular-nums">
        {card}
        <span className="block">
          {code}, {t('account.cashout.requestedAt', { date: date(locale, requestedAt) })}
          {finishedAt && `, ${t('account.cashout.finishedAt', { date: date(locale, finishedAt) })}`}
        </span>
      </p>
      {paidAmount !== undefined && <p>{t('account.cashout.paidOther', { sum: money(paidAmount) })}</p>}
      {status === 'failed' && <p>{t('account.cashout.failedText')}</p>}
      {reason && <p className="rounded-lg bg-sunken px-4 py-3 wrap-anywhere">{t('account.cashout.reason', { reason })}</p>}
      {status === 'requested' && (
        <div>
          <Button look="quiet" busy={cancel.isPending} disabled={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('account.cashout.cancel')}
          </Button>
        </div>
      )}
    </li>
  )
}
