import type { Order } from '~shared/api/types'

export type Standing = 'asking' | 'paid' | 'failed' | 'due' | 'nothing'

/**
 * What there is to say about the money of an order. Who has just come from the bank is told how that went; the bank's own word
 * counts, and not that somebody came back.
 */
export function standingOf({ paymentStatus, canPay, paymentMethod }: Order, isBack: boolean): Standing {
  if (paymentMethod === 'cash') return 'nothing'
  if (paymentStatus === 'failed' && canPay) return 'failed'
  if (isBack && paymentStatus === 'paid') return 'paid'
  if (isBack && (paymentStatus === 'pending' || paymentStatus === 'unpaid') && canPay) return 'asking'
  return canPay ? 'due' : 'nothing'
}
