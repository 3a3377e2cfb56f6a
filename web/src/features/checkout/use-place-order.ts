// A lost response, a second press and a reload never place a second order.

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

type Placed = ApiResponse<'/order', 'post'>

/** Keeps the attempt while it is unknown whether the order was placed. */
async function send(locale: Locale, user: number, { key, order }: Attempt): Promise<Placed> {
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

const sendOnce = (locale: Locale, user: number, order: Order): Promise<Placed> => send(locale, user, attempts.begin(user, order, uniqueKey))

/** Sends a pending order again, to get its response. */
function resume(locale: Locale, user: number): Promise<Placed> | null {
  const attempt = attempts.pending(user)
  return attempt && send(locale, user, attempt)
}

/** Why the last attempt placed no order. */
interface Refusal {
  failure: unknown
  /** The texts of the server's errors, by the names of fields. */
  fields: Record<string, string>
  changes: CartChange[]
  /** The lines of the cart before the changes. */
  linesBefore: CartItem[]
  /** Tells equal refusals apart. */
  count: number
}

const NO_REFUSAL: Refusal = { failure: null, fields: {}, changes: [], linesBefore: [], count: 0 }
const changesOf = (error: unknown) => (error instanceof ApiFailure && error.code === 'cart_changed' ? (error.problem?.changes ?? []) : [])

export function usePlaceOrder() {
  const locale = useLocale()
  const client = useQueryClient()
  const navigate = useNavigate()
  const user = useAuth((state) => state.user?.id) ?? 0
  // The ref prevents a second request before the next render, which changes the state.
  const isUnderWay = useRef(false)
  const [isPlacing, setPlacing] = useState(false)
  const [refusal, setRefusal] = useState(NO_REFUSAL)
  const clearRefusal = () => setRefusal(({ count }) => ({ ...NO_REFUSAL, count }))
  const refuse = (refusal: Partial<Refusal>) => setRefusal(({ count }) => ({ ...NO_REFUSAL, ...refusal, count: count + 1 }))

  const openOrder = async ({ data: { order, payment } }: Placed) => {
    precheckout.reset()
    void client.invalidateQueries({ queryKey: countsQuery(locale).queryKey })
    client.removeQueries({ queryKey: ORDER_CHECKS_KEY })
    // Replaces the history entry: “back” from the bank then shows the order, not an empty cart.
    await navigate(payment.redirectUrl ? paths.order(order.code) : paths.placedOrder(order.code), { replace: true })
    void client.invalidateQueries({ queryKey: cartQuery(locale).queryKey })
    if (payment.redirectUrl) leave(payment.redirectUrl)
  }

  const handleFailure = (error: unknown, orderedLines: CartItem[]) => {
    const problems = fieldProblems(error, [...FIELDS])
    const fields = Object.fromEntries(problems.map(({ field, message }) => [field, message]))
    refuse({ failure: error, fields, changes: changesOf(error), linesBefore: orderedLines })
    // After any failure, the shown data may be outdated.
    for (const queryKey of [ORDER_CHECKS_KEY, SLOTS_KEY, cartQuery(locale).queryKey]) void client.invalidateQueries({ queryKey })
  }

  /** Does nothing while another order is under way. */
  const finishPlacing = async (response: Promise<Placed>, orderedLines: CartItem[]) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setPlacing(true)
    clearRefusal()
    try {
      await openOrder(await response)
      // `isPlacing` stays true, so that the button is disabled until the next page appears.
    } catch (error) {
      setPlacing(false)
      handleFailure(error, orderedLines)
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
    /** Whether a lost response leaves it unknown if the order was placed. */
    isOutcomeUnknown: attempts.pending(user) !== null,
    resend,
    place: (order: Order, orderedLines: CartItem[]) => {
      if (!isUnderWay.current) void finishPlacing(sendOnce(locale, user, order), orderedLines)
    },
  }
}
