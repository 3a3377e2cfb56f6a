// A cash-out pays a blogger's earnings to a card after an operator's approval.

import clsx from 'clsx'
import type { CashoutStatus } from '~shared/api/types'
import { useT } from '~shared/i18n/context'

const LOOKS: Record<CashoutStatus, string> = {
  requested: 'bg-warn-soft text-warn',
  approved: 'bg-warn-soft text-warn',
  sent: 'bg-warn-soft text-warn',
  paid: 'bg-good-soft text-good',
  failed: 'bg-bad-soft text-bad',
  declined: 'bg-bad-soft text-bad',
  cancelled: 'bg-sunken text-muted',
}

export function CashoutBadge({ status }: { status: CashoutStatus }) {
  const t = useT()
  return (
    <span className={clsx('rounded-full px-3 py-1 text-sm font-semibold whitespace-nowrap', LOOKS[status])}>
      {t(`account.cashout.status.${status}`)}
    </span>
  )
}
