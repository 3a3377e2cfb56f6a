import type { CartChange, Order } from '~shared/api/types'

/** State of the mock's checkout. Tests reset it. */
interface CheckoutState {
  /** The first response for each Idempotency-Key. */
  responses: Map<string, unknown>
  placed: Order[]
  /** Returned instead of accepting the next order. */
  changes: CartChange[]
  full: Set<string>
  lastOrder: number
}

const fresh = (): CheckoutState => ({ responses: new Map(), placed: [], changes: [], full: new Set(), lastOrder: 0 })

export const checkout: CheckoutState = fresh()
export const resetCheckout = () => Object.assign(checkout, fresh())
