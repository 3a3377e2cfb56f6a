// What the mock API stores about checkouts.
import type { CartChange, Order } from '~shared/api/types'

interface CheckoutState {
  /** The first response for each Idempotency-Key. */
  responses: Map<string, unknown>
  placed: Order[]
  /** Changes of the cart that the next order is refused with. */
  changes: CartChange[]
  /** The ids of delivery slots without a free place. */
  full: Set<string>
  lastOrder: number
}

const fresh = (): CheckoutState => ({ responses: new Map(), placed: [], changes: [], full: new Set(), lastOrder: 0 })

export const checkout: CheckoutState = fresh()
export const resetCheckout = () => Object.assign(checkout, fresh())
