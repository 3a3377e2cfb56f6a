import type { CartChange, Order } from '~shared/api/types'

/** What the mock remembers of orders on their way. Tests reset it. */
interface CheckoutState {
  /** The first answer to every Idempotency-Key. */
  answers: Map<string, unknown>
  placed: Order[]
  /** Told instead of the next order. */
  changes: CartChange[]
  full: Set<string>
  lastOrder: number
}

const fresh = (): CheckoutState => ({ answers: new Map(), placed: [], changes: [], full: new Set(), lastOrder: 0 })

export const checkout: CheckoutState = fresh()
export const resetCheckout = () => Object.assign(checkout, fresh())
