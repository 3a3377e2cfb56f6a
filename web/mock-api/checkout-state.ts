import type { CartChange, Order } from '~shared/api/types'

/** State of the mock's checkout. Tests reset it. */
interface CheckoutState {
  /** The first answer for each Idempotency-Key. */
  answers: Map<string, unknown>
  placed: Order[]
  /** Returned instead of accepting the next order. */
  changes: CartChange[]
  full: Set<string>
  lastOrder: number
}

const fresh = (): CheckoutState => ({ answers: new Map(), placed: [], changes: [], full: new Set(), lastOrder: 0 })

export const checkout: CheckoutState = fresh()
export const resetCheckout = () => Object.assign(checkout, fresh())
