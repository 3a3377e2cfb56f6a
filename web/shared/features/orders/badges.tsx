import clsx from 'clsx'
import type { Order, OrderStatus, PaymentStatus } from '~shared/api/types'
import { type Translate, useT } from '~shared/i18n/context'

const statusLook = (status: OrderStatus) => {
  if (status === 'waiting') return 'bg-warn-soft text-warn'
  if (status === 'delivered') return 'bg-good-soft text-good'
  return status === 'cancelled' || status === 'returned' ? 'bg-bad-soft text-bad' : 'bg-lilac text-ink'
}

export function StatusBadge({ status }: { status: OrderStatus }) {
  const t = useT()
  return (
    <span className={clsx('rounded-full px-3 py-1 text-sm font-semibold whitespace-nowrap', statusLook(status))}>
      {t(`orders.status.${status}`)}
    </span>
  )
}

const PAYMENT_LOOKS: Record<PaymentStatus, string> = {
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
    <span className={clsx('rounded-full px-3 py-1 text-sm font-semibold whitespace-nowrap', PAYMENT_LOOKS[status])}>
      {t(`orders.payment.${status}`)}
    </span>
  )
}

export const methodText = (t: Translate, { paymentMethod, months }: Order) =>
  paymentMethod === 'installment' && months ? t('orders.method.over', { count: months }) : t(`orders.method.${paymentMethod}`)
