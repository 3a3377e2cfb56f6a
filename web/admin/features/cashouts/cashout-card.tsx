// One cash-out (payment of a blogger's earnings to a card), with the buttons and forms that decide about it.
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import type { AdminCashout } from '~shared/api/types'
import { failureText } from '~shared/api/failure'
import { CashoutBadge } from '~shared/features/influencer/cashout-badge'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { RelativeTime } from '~shared/ui/relative-time'
import { useApproveCashout } from './api'
import { DeclineCashout, ResolveCashout } from './cashout-forms'
import { IfMay } from '~admin/session/access'
import { SecondPersonNote, useHasApproved } from '../two-people/second-person'

/** A large cash-out needs the approvals of two people. A stuck one is a payment whose result the bank does not report. */
export function CashoutCard({ entry }: { entry: AdminCashout }) {
  const { cashout, isStuck } = entry
  const { t } = useI18n()
  const hasApproved = useHasApproved(entry)
  const [isDeclining, setDeclining] = useState(false)
  const approve = useApproveCashout(cashout.code, {
    onSuccess: ({ data }) =>
      toast.good(
        data.cashout.status === 'requested'
          ? t('admin.secondPerson.recorded')
          : t('admin.cashouts.approved', { amount: money(cashout.amount) }),
      ),
    onError: (error) => toast.bad(failureText(t, error)),
  })
  const nameOf = (act: string) => t('admin.refunds.of', { act, code: cashout.code })
  return (
    <li className="grid gap-3.5 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-lg tabular-nums">{cashout.code}</h2>
        <CashoutBadge status={cashout.status} />
        <RelativeTime at={cashout.requestedAt} className="text-sm text-muted sm:ml-auto" />
      </div>
      <p className="text-2xl font-bold tracking-tight tabular-nums">{money(cashout.amount)}</p>
      <Facts entry={entry} />
      {cashout.reason && <p className="rounded-lg bg-sunken px-4 py-3 wrap-anywhere">{cashout.reason}</p>}
      {cashout.status === 'requested' && <SecondPersonNote payment={entry} />}
      {cashout.status === 'requested' && !isDeclining && (
        <IfMay permission="payouts_decide">
          <div className="flex flex-wrap gap-2">
            <Button
              aria-label={nameOf(t('admin.cashouts.approve'))}
              busy={approve.isPending}
              disabled={approve.isPending || hasApproved}
              onClick={() => approve.mutate()}
            >
              <Check aria-hidden className="size-4.5" />
              {t('admin.cashouts.approve')}
            </Button>
            <Button look="secondary" aria-label={nameOf(t('admin.cashouts.decline'))} onClick={() => setDeclining(true)}>
              <X aria-hidden className="size-4.5" />
              {t('admin.cashouts.decline')}
            </Button>
          </div>
        </IfMay>
      )}
      {isDeclining && <DeclineCashout code={cashout.code} onClose={() => setDeclining(false)} />}
      {isStuck && (
        <IfMay permission="payouts_decide">
          <ResolveCashout cashout={cashout} />
        </IfMay>
      )}
    </li>
  )
}

function Facts({ entry: { cashout, accountId, fullName, provider, transaction, tries, failure } }: { entry: AdminCashout }) {
  const { t } = useI18n()
  const facts = [
    [t('admin.cashouts.blogger'), fullName ?? t('admin.cashouts.erased')],
    [t('admin.cashouts.account'), accountId],
    [t('admin.cashouts.card'), cashout.card],
    [t('admin.cashouts.provider'), provider],
    [t('admin.cashouts.transaction'), transaction],
    [t('admin.cashouts.tries'), tries > 0 ? tries : undefined],
    [t('admin.cashouts.failure'), failure],
    [t('admin.cashouts.paidAmount'), cashout.paidAmount === undefined ? undefined : money(cashout.paidAmount)],
  ].filter(([, value]) => value !== undefined)
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[0.9375rem]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
