import type { Order } from '~shared/api/types'

/** `asking`: the bank's result is awaited. `due`: the order can be paid. */
type PaymentState = 'asking' | 'paid' | 'failed' | 'due' | 'nothing'

/** A shopper may return from the bank without paying; only the bank's result counts. */
export function paymentStateOf({ paymentStatus, canPay, paymentMethod }: Order, isBackFromBank: boolean): PaymentState {
  if (paymentMethod === 'cash') return 'nothing'
  if (paymentStatus === 'failed' && canPay) return 'failed'
  if (isBackFromBank && paymentStatus === 'paid') return 'paid'
  if (isBackFromBank && (paymentStatus === 'pending' || paymentStatus === 'unpaid') && canPay) return 'asking'
  return canPay ? 'due' : 'nothing'
}
