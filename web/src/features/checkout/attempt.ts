import { drafts } from '~shared/lib/drafts'
import type { Intent } from './intent'

export interface Order extends Intent {
  quote: string
}

/** An order that was sent and has not been answered yet. */
export interface Attempt {
  key: string
  order: Order
}

const nameOf = (user: number) => `order ${user}`
const NONE = { key: '' } as Attempt

const { stringify } = JSON
const isSame = ({ order: { quote: _quote, ...before } }: Attempt, { quote: _other, ...now }: Order) => stringify(before) === stringify(now)

/**
 * The key under which an order is sent is kept until there is an answer: a second press, a retry and a reload are the same order.
 * One that was changed in between is another; should the first have arrived after all, the cart is empty and the server says so.
 */
export const attempts = {
  unanswered: (user: number): Attempt | null => {
    const kept = drafts.read(nameOf(user), NONE)
    return kept.key ? kept : null
  },
  begin: (user: number, order: Order, newKey: () => string): Attempt => {
    const before = attempts.unanswered(user)
    const attempt = before && isSame(before, order) ? before : { key: newKey(), order }
    drafts.keep(nameOf(user), attempt)
    return attempt
  },
  answered: (user: number) => drafts.drop(nameOf(user)),
}
