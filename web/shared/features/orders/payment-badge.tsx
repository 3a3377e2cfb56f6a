import clsx from 'clsx'
import type { PaymentStatus } from '~shared/api/types'
import { useT } from '~shared/i18n/context'

const LOOKS: Record<PaymentStatus, string> = {
  unpaid: 'bg-sunken text-ink',
  pending: 'bg-warn-soft text-warn',
  paid: 'bg-good-soft text-good',
  failed: 'bg-bad-soft text-bad',
  partly_refunded: 'bg-sky text-ink',
  refunded: 'bg-sky text-ink',
}

export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const t = useT()
  return (
    <span className={clsx('rounded-full px-3 py-1 text-sm font-semibold whitespace-nowrap', LOOKS[status])}>
      {t(`orders.payment.${status}`)}
    </span>
  )
}
