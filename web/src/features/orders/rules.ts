// The rules of an order's page: the payment state to show.

import type { Order } from '~shared/api/types'

/**
 * What the page says about the payment. `asking`: the bank's result is awaited. `due`: the order can be paid. `nothing`: there is nothing
 * to say.
 */
type PaymentState = 'asking' | 'paid' | 'failed' | 'due' | 'nothing'

/** Returns the payment state. A shopper who returns from the bank's page may not have paid; only the bank's result counts. */
export function paymentStateOf({ paymentStatus, canPay, paymentMethod }: Order, isBackFromBank: boolean): PaymentState {
  if (paymentMethod === 'cash') return 'nothing'
  if (paymentStatus === 'failed' && canPay) return 'failed'
  if (isBackFromBank && paymentStatus === 'paid') return 'paid'
  if (isBackFromBank && (paymentStatus === 'pending' || paymentStatus === 'unpaid') && canPay) return 'asking'
  return canPay ? 'due' : 'nothing'
}
