import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { cartQuery, countsQuery } from '~/features/account/counts'
import { CHECKS } from '~/features/account/counts'
import { uniqueKey } from '~/lib/idempotency-key'
import { leave } from '~/lib/leave'
import { ApiFailure } from '~shared/api/failure'
import { call } from '~shared/api/http'
import type { Answer, CartChange, CartItem } from '~shared/api/types'
import { useAuth } from '~shared/features/auth/store'
import { precheckout } from '~shared/features/checkout/store'
import { fieldProblems } from '~shared/features/forms/problems'
import { useLocale } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { drafts } from '~shared/lib/drafts'
import { paths } from '~shared/lib/paths'
import { SLOTS } from './queries'
import { FIELDS, type OrderRequest } from './rules'

export interface Order extends OrderRequest {
  quote: string
}

/** An order that was sent but not answered yet. */
interface Attempt {
  key: string
  order: Order
}

const nameOf = (user: number) => `order ${user}`
const NO_ATTEMPT = { key: '' } as Attempt

const { stringify } = JSON
const isSame = ({ order: { quote: _quote, ...before } }: Attempt, { quote: _other, ...now }: Order) => stringify(before) === stringify(now)

/**
 * Keeps the idempotency key of an order until it is answered, so that a second press, a retry and a reload send the same order. An order
 * with other contents gets another key; if the first one has arrived after all, the cart is empty and the server refuses the second.
 */
export const attempts = {
  unanswered: (user: number): Attempt | null => {
    const stored = drafts.read(nameOf(user), NO_ATTEMPT)
    return stored.key ? stored : null
  },
  begin: (user: number, order: Order, newKey: () => string): Attempt => {
    const before = attempts.unanswered(user)
    const attempt = before && isSame(before, order) ? before : { key: newKey(), order }
    drafts.keep(nameOf(user), attempt)
    return attempt
  },
  answered: (user: number) => drafts.drop(nameOf(user)),
}

type Placed = Answer<'/order', 'post'>

/** True if the server accepted or refused the order. After a network error or 5xx it is unknown whether it was placed. */
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

const place = (locale: Locale, user: number, order: Order): Promise<Placed> => send(locale, user, attempts.begin(user, order, uniqueKey))

/** Sends the unanswered order again, to get its answer. */
function resume(locale: Locale, user: number): Promise<Placed> | null {
  const attempt = attempts.unanswered(user)
  return attempt && send(locale, user, attempt)
}

/** Why the order was not placed. */
interface Refusal {
  failure: unknown
  /** Refused fields, with the server's texts. */
  fields: Record<string, string>
  changes: CartChange[]
  /** Cart lines before the changes, which the changes refer to. */
  lines: CartItem[]
  /** Number of refusals, so that equal ones can be told apart. */
  count: number
}

const NONE: Refusal = { failure: null, fields: {}, changes: [], lines: [], count: 0 }
const changesOf = (error: unknown) => (error instanceof ApiFailure && error.code === 'cart_changed' ? (error.problem?.changes ?? []) : [])

/** Places the order at most once, and navigates to the order or the bank. */
export function usePlaceOrder() {
  const locale = useLocale()
  const client = useQueryClient()
  const navigate = useNavigate()
  const user = useAuth((state) => state.user?.id) ?? 0
  const isUnderWay = useRef(false)
  const [isPlacing, setPlacing] = useState(false)
  const [refusal, setRefusal] = useState(NONE)
  const clearRefusal = () => setRefusal(({ count }) => ({ ...NONE, count }))
  const refuse = (why: Partial<Refusal>) => setRefusal(({ count }) => ({ ...NONE, ...why, count: count + 1 }))

  const openOrder = async ({ data: { order, payment } }: Placed) => {
    precheckout.reset()
    void client.invalidateQueries({ queryKey: countsQuery(locale).queryKey })
    client.removeQueries({ queryKey: CHECKS })
    // Replaces the history entry: “back” from the bank then shows the order, not an empty cart.
    await navigate(payment.redirectUrl ? paths.order(order.code) : paths.placedOrder(order.code), { replace: true })
    void client.invalidateQueries({ queryKey: cartQuery(locale).queryKey })
    if (payment.redirectUrl) leave(payment.redirectUrl)
  }

  const handleFailure = (error: unknown, lines: CartItem[]) => {
    const problems = fieldProblems(error, [...FIELDS])
    const fields = Object.fromEntries(problems.map(({ field, message }) => [field, message]))
    refuse({ failure: error, fields, changes: changesOf(error), lines })
    // The data on the screen may be outdated after any failure.
    for (const queryKey of [CHECKS, SLOTS, cartQuery(locale).queryKey]) void client.invalidateQueries({ queryKey })
  }

  const awaitAnswer = async (answer: Promise<Placed>, lines: CartItem[]) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setPlacing(true)
    clearRefusal()
    try {
      await openOrder(await answer)
      // On success the button stays disabled until the next page appears.
    } catch (error) {
      setPlacing(false)
      handleFailure(error, lines)
    } finally {
      isUnderWay.current = false
    }
  }

  const resend = () => {
    const answer = isUnderWay.current ? null : resume(locale, user)
    if (answer) void awaitAnswer(answer, [])
  }

  return {
    isPlacing,
    refusal,
    clearRefusal,
    refuse,
    /** The answer to an order was lost, so it is unknown whether it was placed. */
    isUnanswered: attempts.unanswered(user) !== null,
    resend,
    place: (order: Order, lines: CartItem[]) => {
      if (!isUnderWay.current) void awaitAnswer(place(locale, user, order), lines)
    },
  }
}
