// The state of placing an order: the request under way, and why the last one was refused.

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { cartQuery, ORDER_CHECKS_KEY, countsQuery } from '~/features/account/counts'
import { leave } from '~/lib/leave'
import { ApiFailure } from '~shared/api/failure'
import type { CartChange, CartItem } from '~shared/api/types'
import { useAuth } from '~shared/features/auth/store'
import { precheckout } from '~shared/features/checkout/store'
import { fieldProblems } from '~shared/features/forms/problems'
import { useLocale } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { attempts, type Order, type Placed, resumeOrder, sendOrder } from './order-attempts'
import { SLOTS_KEY } from './queries'
import { FIELDS } from './rules'

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
    const response = isUnderWay.current ? null : resumeOrder(locale, user)
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
      if (!isUnderWay.current) void finishPlacing(sendOrder(locale, user, order), orderedLines)
    },
  }
}
