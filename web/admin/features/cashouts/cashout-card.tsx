import { Check, X } from 'lucide-react'
import { useState } from 'react'
import type { DeskCashout } from '~shared/api/types'
import { failureText } from '~shared/features/content/failure-text'
import { CashoutBadge } from '~shared/features/influencer/cashout-badge'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { When } from '~shared/ui/when'
import { DeclineCashout } from './decline-cashout'
import { useApproveCashout } from './cashout-queries'
import { ResolveCashout } from './resolve-cashout'

/** A cash-out: whose, how much, to which card, what the bank said, and what can be done about it. */
export function CashoutCard({ of: { cashout, accountId, fullName, provider, transaction, tries, failure, isStuck } }: { of: DeskCashout }) {
  const { t } = useI18n()
  const [isDeclining, setDeclining] = useState(false)
  const approve = useApproveCashout(cashout.code, {
    onSuccess: () => toast.good(t('desk.cashouts.approved', { amount: money(cashout.amount) })),
    onError: (error) => toast.bad(failureText(t, error)),
  })
  const nameOf = (act: string) => t('desk.refunds.of', { act, code: cashout.code })
  const facts = [
    [t('desk.cashouts.blogger'), fullName ?? t('desk.cashouts.erased')],
    [t('desk.cashouts.account'), accountId],
    [t('desk.cashouts.card'), cashout.card],
    [t('desk.cashouts.provider'), provider],
    [t('desk.cashouts.transaction'), transaction],
    [t('desk.cashouts.tries'), tries > 0 ? tries : undefined],
    [t('desk.cashouts.failure'), failure],
    [t('desk.cashouts.paidAmount'), cashout.paidAmount === undefined ? undefined : money(cashout.paidAmount)],
  ].filter(([, value]) => value !== undefined)
  return (
    <li className="grid gap-3.5 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-lg tabular-nums">{cashout.code}</h2>
        <CashoutBadge status={cashout.status} />
        <When at={cashout.requestedAt} className="text-sm text-muted sm:ml-auto" />
      </div>
      <p className="text-2xl font-bold tracking-tight tabular-nums">{money(cashout.amount)}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[0.9375rem]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="tabular-nums wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {cashout.reason && <p className="rounded-lg bg-sunken px-4 py-3 wrap-anywhere">{cashout.reason}</p>}
      {cashout.status === 'requested' && !isDeclining && (
        <div className="flex flex-wrap gap-2">
          <Button
            aria-label={nameOf(t('desk.cashouts.approve'))}
            busy={approve.isPending}
            disabled={approve.isPending}
            onClick={() => approve.mutate()}
          >
            <Check aria-hidden className="size-4.5" />
            {t('desk.cashouts.approve')}
          </Button>
          <Button look="secondary" aria-label={nameOf(t('desk.cashouts.decline'))} onClick={() => setDeclining(true)}>
            <X aria-hidden className="size-4.5" />
            {t('desk.cashouts.decline')}
          </Button>
        </div>
      )}
      {isDeclining && <DeclineCashout code={cashout.code} onClose={() => setDeclining(false)} />}
      {isStuck && <ResolveCashout cashout={cashout} />}
    </li>
  )
}
