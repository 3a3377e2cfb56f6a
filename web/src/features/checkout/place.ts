import { call } from '~shared/api/http'
import { ApiFailure } from '~shared/api/failure'
import type { Answer } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { freshKey } from '~/lib/fresh-key'
import { type Attempt, attempts, type Order } from './attempt'

export type Placed = Answer<'/order', 'post'>

/** The server has said yes or no. A line that is down, or a service that is, leaves it open whether it has the order. */
const isAnswer = (error: unknown) =>
  error instanceof ApiFailure && error.kind === 'http' && (error.status ?? 500) < 500 && error.status !== 429

async function send(locale: Locale, user: number, { key, order }: Attempt): Promise<Placed> {
  try {
    const answer = await call({ method: 'POST', path: '/order', locale, body: order, idempotencyKey: key })
    attempts.answered(user)
    return answer as Placed
  } catch (error) {
    if (isAnswer(error)) attempts.answered(user)
    throw error
  }
}

export const place = (locale: Locale, user: number, order: Order): Promise<Placed> =>
  send(locale, user, attempts.begin(user, order, freshKey))

/** Asks again for the answer that a bad line or a reload has cost. */
export function resume(locale: Locale, user: number): Promise<Placed> | null {
  const attempt = attempts.unanswered(user)
  return attempt && send(locale, user, attempt)
}
