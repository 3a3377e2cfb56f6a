// Sends orders so that a lost response, a second press and a reload never place a second order.

import { isDefinite } from '~shared/api/failure'
import { call } from '~shared/api/http'
import type { ApiResponse } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { drafts } from '~shared/lib/drafts'
import { uniqueKey } from '~shared/lib/idempotency-key'
import type { OrderRequest } from './rules'

export interface Order extends OrderRequest {
  quote: string
}

/** An order that was sent and has no response yet. */
interface Attempt {
  key: string
  order: Order
}

const draftName = (user: number) => `order ${user}`
/** `drafts.read` returns it when there is no attempt. */
const NO_ATTEMPT = { key: '' } as Attempt

const contentOf = ({ quote: _quote, ...content }: Order) => JSON.stringify(content)
/** Quotes may differ, because each check brings a new one. */
const isSameOrder = (attempt: Attempt, order: Order) => contentOf(attempt.order) === contentOf(order)

/**
 * Keeps an order and its idempotency key until the server responds, so that every retry sends the same. A changed order gets another key;
 * if the first was placed after all, the cart is empty and the server refuses the second.
 */
export const attempts = {
  pending: (user: number): Attempt | null => {
    const stored = drafts.read(draftName(user), NO_ATTEMPT)
    return stored.key ? stored : null
  },
  begin: (user: number, order: Order, newKey: () => string): Attempt => {
    const pending = attempts.pending(user)
    const attempt = pending && isSameOrder(pending, order) ? pending : { key: newKey(), order }
    drafts.keep(draftName(user), attempt)
    return attempt
  },
  discard: (user: number) => drafts.drop(draftName(user)),
}

export type Placed = ApiResponse<'/order', 'post'>

/** Keeps the attempt while it is unknown whether the order was placed. */
async function sendAttempt(locale: Locale, user: number, { key, order }: Attempt): Promise<Placed> {
  try {
    const response = await call({ method: 'POST', path: '/order', locale, body: order, idempotencyKey: key })
    attempts.discard(user)
    return response as Placed
  } catch (error) {
    // After a definite refusal, the next attempt is a new one.
    if (isDefinite(error)) attempts.discard(user)
    throw error
  }
}

export const sendOrder = (locale: Locale, user: number, order: Order): Promise<Placed> =>
  sendAttempt(locale, user, attempts.begin(user, order, uniqueKey))

/** Sends a pending order again, to get its response. */
export function resumeOrder(locale: Locale, user: number): Promise<Placed> | null {
  const attempt = attempts.pending(user)
  return attempt && sendAttempt(locale, user, attempt)
}
