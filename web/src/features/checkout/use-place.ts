import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { cartQuery, countsQuery } from '~/features/account/counts'
import { CHECKS } from '~/features/account/counts'
import { freshKey } from '~/lib/once'
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
import { FIELDS, type Intent } from './rules'

export interface Order extends Intent {
  quote: string
}

/** An order that was sent and has not been answered yet. */
interface Attempt {
  key: string
  order: Order
}

const nameOf = (user: number) => `order ${user}`
const NO_ATTEMPT = { key: '' } as Attempt

const { stringify } = JSON
const isSame = ({ order: { quote: _quote, ...before } }: Attempt, { quote: _other, ...now }: Order) => stringify(before) === stringify(now)

/**
 * The key under which an order is sent is kept until there is an answer: a second press, a retry and a reload are the same order.
 * One that was changed in between is another; should the first have arrived after all, the cart is empty and the server says so.
 */
export const attempts = {
  unanswered: (user: number): Attempt | null => {
    const kept = drafts.read(nameOf(user), NO_ATTEMPT)
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

type Placed = Answer<'/order', 'post'>

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

const place = (locale: Locale, user: number, order: Order): Promise<Placed> => send(locale, user, attempts.begin(user, order, freshKey))

/** Asks again for the answer that a bad line or a reload has cost. */
function resume(locale: Locale, user: number): Promise<Placed> | null {
  const attempt = attempts.unanswered(user)
  return attempt && send(locale, user, attempt)
}

/** Why nothing was ordered. */
interface Refusal {
  failure: unknown
  /** Fields the server blames, in its words. */
  fields: Record<string, string>
  changes: CartChange[]
  /** The lines as they were, which the changes are about. */
  lines: CartItem[]
  /** How many there have been: the same may be said twice. */
  count: number
}

const NONE: Refusal = { failure: null, fields: {}, changes: [], lines: [], count: 0 }
const changesOf = (error: unknown) => (error instanceof ApiFailure && error.code === 'cart_changed' ? (error.problem?.changes ?? []) : [])

/** Places the order, at most once however often it is asked to, and goes where the order goes on. */
export function usePlace() {
  const locale = useLocale()
  const client = useQueryClient()
  const navigate = useNavigate()
  const user = useAuth((state) => state.user?.id) ?? 0
  const isUnderWay = useRef(false)
  const [isPlacing, setPlacing] = useState(false)
  const [refusal, setRefusal] = useState(NONE)
  const forgive = () => setRefusal(({ count }) => ({ ...NONE, count }))
  const refuse = (why: Partial<Refusal>) => setRefusal(({ count }) => ({ ...NONE, ...why, count: count + 1 }))

  const arrive = async ({ data: { order, payment } }: Placed) => {
    precheckout.reset()
    void client.invalidateQueries({ queryKey: countsQuery(locale).queryKey })
    client.removeQueries({ queryKey: CHECKS })
    // Whoever comes back from the bank by “back” finds the order, and not an empty cart.
    await navigate(payment.redirectUrl ? paths.order(order.code) : paths.placedOrder(order.code), { replace: true })
    void client.invalidateQueries({ queryKey: cartQuery(locale).queryKey })
    if (payment.redirectUrl) leave(payment.redirectUrl)
  }

  const hear = (error: unknown, lines: CartItem[]) => {
    const problems = fieldProblems(error, [...FIELDS])
    const fields = Object.fromEntries(problems.map(({ field, message }) => [field, message]))
    refuse({ failure: error, fields, changes: changesOf(error), lines })
    // Whatever it was, what is on the screen may be old.
    for (const queryKey of [CHECKS, SLOTS, cartQuery(locale).queryKey]) void client.invalidateQueries({ queryKey })
  }

  const follow = async (answer: Promise<Placed>, lines: CartItem[]) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setPlacing(true)
    forgive()
    try {
      await arrive(await answer)
      // What was ordered leads away from here: the button stays as it is until the page is gone.
    } catch (error) {
      setPlacing(false)
      hear(error, lines)
    } finally {
      isUnderWay.current = false
    }
  }

  const askAgain = () => {
    const answer = isUnderWay.current ? null : resume(locale, user)
    if (answer) void follow(answer, [])
  }

  return {
    isPlacing,
    refusal,
    forgive,
    refuse,
    /** The answer to an order was lost, so nobody here knows whether it is one. */
    isUnanswered: attempts.unanswered(user) !== null,
    askAgain,
    place: (order: Order, lines: CartItem[]) => {
      if (!isUnderWay.current) void follow(place(locale, user, order), lines)
    },
  }
}
