import type { CartChange, Order, PhoneOrderForm } from '~shared/api/types'

interface CheckoutState {
  /** The first response for each Idempotency-Key. */
  responses: Map<string, unknown>
  placed: Order[]
  /** The orders that an operator has placed on the phone, with their Idempotency-Keys. */
  phoneOrders: { form: PhoneOrderForm; key: string }[]
  /** The next order is refused with these changes. */
  changes: CartChange[]
  /** The ids of full delivery slots. */
  full: Set<string>
  lastOrder: number
}

const fresh = (): CheckoutState => ({ responses: new Map(), placed: [], phoneOrders: [], changes: [], full: new Set(), lastOrder: 0 })

export const checkout: CheckoutState = fresh()
export const resetCheckout = () => Object.assign(checkout, fresh())
