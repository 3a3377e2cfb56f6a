import type { Order } from '~shared/api/types'

type PaymentState = 'asking' | 'paid' | 'failed' | 'due' | 'nothing'

/** Returns the state of the payment to show. A shopper who returns from the bank may not have paid: only the bank's result counts. */
export function paymentStateOf({ paymentStatus, canPay, paymentMethod }: Order, isBackFromBank: boolean): PaymentState {
  if (paymentMethod === 'cash') return 'nothing'
  if (paymentStatus === 'failed' && canPay) return 'failed'
  if (isBackFromBank && paymentStatus === 'paid') return 'paid'
  if (isBackFromBank && (paymentStatus === 'pending' || paymentStatus === 'unpaid') && canPay) return 'asking'
  return canPay ? 'due' : 'nothing'
}
