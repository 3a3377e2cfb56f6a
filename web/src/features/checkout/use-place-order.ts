// Places the order, at most once: a lost response, a second press and a reload never place a second one.

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { cartQuery, ORDER_CHECKS_KEY, countsQuery } from '~/features/account/counts'
import { uniqueKey } from '~shared/lib/idempotency-key'
import { leave } from '~/lib/leave'
import { ApiFailure, isDefinite } from '~shared/api/failure'
import { call } from '~shared/api/http'
import type { ApiResponse, CartChange, CartItem } from '~shared/api/types'
import { useAuth } from '~shared/features/auth/store'
import { precheckout } from '~shared/features/checkout/store'
import { fieldProblems } from '~shared/features/forms/problems'
import { useLocale } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { drafts } from '~shared/lib/drafts'
import { paths } from '~shared/lib/paths'
import { SLOTS_KEY } from './queries'
import { FIELDS, type OrderRequest } from './rules'

export interface Order extends OrderRequest {
  quote: string
}

/** An order that was sent, without a response so far. */
interface Attempt {
  key: string
  order: Order
}

const draftName = (user: number) => `order ${user}`
const NO_ATTEMPT = { key: '' } as Attempt

const { stringify } = JSON
/** Whether an order equals the one that was sent. The quotes may differ, because a new check brings a new quote. */
const isSame = ({ order: { quote: _quote, ...sent } }: Attempt, { quote: _other, ...order }: Order) => stringify(sent) === stringify(order)

/**
 * Keeps the idempotency key of an order until the server has responded, so that a second press, a retry and a reload send the same order.
 * An order with other contents gets another key. If the first one was placed after all, the cart is empty, and the server refuses the
 * second.
 */
export const attempts = {
  pending: (user: number): Attempt | null => {
    const stored = drafts.read(draftName(user), NO_ATTEMPT)
    return stored.key ? stored : null
  },
  begin: (user: number, order: Order, newKey: () => string): Attempt => {
    const pending = attempts.pending(user)
    const attempt = pending && isSame(pending, order) ? pending : { key: newKey(), order }
    drafts.keep(draftName(user), attempt)
    return attempt
  },
  discard: (user: number) => drafts.drop(draftName(user)),
}

type Placed = ApiResponse<'/order', 'post'>

/** Sends an order with its key. Keeps the key if it is unknown whether the order was placed. */
async function send(locale: Locale, user: number, { key, order }: Attempt): Promise<Placed> {
  try {
    const response = await call({ method: 'POST', path: '/order', locale, body: order, idempotencyKey: key })
    attempts.discard(user)
    return response as Placed
  } catch (error) {
    // The server has certainly refused the order, so the next attempt is a new one.
    if (isDefinite(error)) attempts.discard(user)
    throw error
  }
}

const place = (locale: Locale, user: number, order: Order): Promise<Placed> => send(locale, user, attempts.begin(user, order, uniqueKey))

/** Sends a pending order again, to get its response. */
function resume(locale: Locale, user: number): Promise<Placed> | null {
  const attempt = attempts.pending(user)
  return attempt && send(locale, user, attempt)
}

/** Why the last attempt placed no order. */
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
  const refuse = (refusal: Partial<Refusal>) => setRefusal(({ count }) => ({ ...NONE, ...refusal, count: count + 1 }))

  const openOrder = async ({ data: { order, payment } }: Placed) => {
    precheckout.reset()
    void client.invalidateQueries({ queryKey: countsQuery(locale).queryKey })
    client.removeQueries({ queryKey: ORDER_CHECKS_KEY })
    // Replaces the history entry: “back” from the bank then shows the order, not an empty cart.
    await navigate(payment.redirectUrl ? paths.order(order.code) : paths.placedOrder(order.code), { replace: true })
    void client.invalidateQueries({ queryKey: cartQuery(locale).queryKey })
    if (payment.redirectUrl) leave(payment.redirectUrl)
  }

  /** Shows why the order failed, and refetches what the page shows. `lines` are the lines of the order. */
  const handleFailure = (error: unknown, lines: CartItem[]) => {
    const problems = fieldProblems(error, [...FIELDS])
    const fields = Object.fromEntries(problems.map(({ field, message }) => [field, message]))
    refuse({ failure: error, fields, changes: changesOf(error), lines })
    // The data on the screen may be outdated after any failure.
    for (const queryKey of [ORDER_CHECKS_KEY, SLOTS_KEY, cartQuery(locale).queryKey]) void client.invalidateQueries({ queryKey })
  }

  /** Waits for the response to an order. Does nothing while another order is under way. */
  const finishPlacing = async (response: Promise<Placed>, lines: CartItem[]) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setPlacing(true)
    clearRefusal()
    try {
      await openOrder(await response)
      // On success the button stays disabled until the next page appears.
    } catch (error) {
      setPlacing(false)
      handleFailure(error, lines)
    } finally {
      isUnderWay.current = false
    }
  }

  const resend = () => {
    const response = isUnderWay.current ? null : resume(locale, user)
    if (response) void finishPlacing(response, [])
  }

  return {
    isPlacing,
    refusal,
    clearRefusal,
    refuse,
    /** Whether the response to an order was lost, so that it is unknown whether the order was placed. */
    isOutcomeUnknown: attempts.pending(user) !== null,
    resend,
    place: (order: Order, lines: CartItem[]) => {
      if (!isUnderWay.current) void finishPlacing(place(locale, user, order), lines)
    },
  }
}
