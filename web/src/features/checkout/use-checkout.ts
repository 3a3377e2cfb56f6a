// The state of the checkout page: choices, the server's check of the cart, obstacles, and the order.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useState } from 'react'
import { create } from 'zustand'
import { destination } from '~/features/destination/store'
import { failureText } from '~shared/api/failure'
import type { Address, CheckedCart } from '~shared/api/types'
import { promoText } from '~shared/features/checkout/promo'
import { precheckout, type Precheckout, usePrecheckout } from '~shared/features/checkout/store'
import { useFieldErrorText } from '~shared/features/forms/problems'
import { useLocale, useT } from '~shared/i18n/context'
import { useDebounced } from '~shared/lib/clock'
import { checkQuery } from './queries'
import { addressOf, type CheckRequest, checkRequestOf, type Field, FIELDS, orderRequestOf, clientErrors } from './rules'
import { changesBetween, isMissingChoice, type CheckoutSectionName, sectionOf, SECTIONS, type Obstacle, obstacleOf } from './obstacles'
import { usePlaceOrder } from './use-place-order'

/** The choices must not change for this long before the cart is checked. */
const DEBOUNCE_MS = 250

/** While a newer check runs, the last result is shown and `isCurrent` is false. */
function useChecked(request: CheckRequest) {
  const locale = useLocale()
  const client = useQueryClient()
  const requestJson = JSON.stringify(request)
  const debounced = useDebounced(requestJson, DEBOUNCE_MS)
  const query = useQuery(checkQuery(locale, JSON.parse(debounced) as CheckRequest))
  const [lastData, setLastData] = useState(query.data)
  if (query.data && query.data !== lastData) setLastData(query.data)
  const isCurrent = requestJson === debounced && query.isSuccess && !query.isFetching

  return {
    checked: (query.data ?? lastData)?.data,
    isCurrent,
    isFailed: query.isError,
    retry: () => void query.refetch(),
    /** The result for the current choices, requested if it is outdated. */
    latest: async () => {
      if (isCurrent && query.data) return query.data.data
      return (await client.query({ ...checkQuery(locale, request), staleTime: 0 })).data
    },
  }
}

/** A promo code that was removed because it takes nothing off. */
interface DroppedPromo {
  code: string
  /** The reason, and that the order continues without the code. */
  text: string
}

const useDropped = create<{ promo: DroppedPromo | null }>(() => ({ promo: null }))

/** Removes a code that takes nothing off, and returns it so that the shopper can correct it. */
function useDroppedPromo({ checked, isCurrent }: ReturnType<typeof useChecked>): DroppedPromo | null {
  const t = useT()
  const code = usePrecheckout((state) => state.promoCode)
  const dropped = useDropped((state) => state.promo)
  const problem = isCurrent && code !== null ? checked?.problems.find((problem) => problem.code.startsWith('promo')) : undefined
  useEffect(() => {
    if (!problem || code === null) return
    useDropped.setState({ promo: { code, text: t('cart.promo.dropped', { reason: promoText(t, problem) }) } })
    precheckout.set({ promoCode: null })
  }, [problem, code, t])
  // The next visit does not show the removed code.
  useEffect(() => () => useDropped.setState({ promo: null }), [])
  return code === null ? dropped : null
}

/** Fields whose names do not begin with their section. */
const SECTION_OF_FIELD: Partial<Record<Field, CheckoutSectionName>> = { note: 'words', cardText: 'words', months: 'payment' }

interface CheckoutInput {
  choices: Precheckout
  checked: CheckedCart | undefined
  /** With the server's texts. */
  refusedFields: Record<string, string>
  /** Missing choices are reported only then. */
  hasTried: boolean
}

/** The server's problems and invalid fields, in the order of the page. */
function useObstacles({ choices, checked, refusedFields, hasTried }: CheckoutInput): Obstacle[] {
  const t = useT()
  const errorText = useFieldErrorText()
  const labels: Record<Field, string> = {
    'recipient.firstName': t('checkout.recipient.firstName'),
    'recipient.lastName': t('checkout.recipient.lastName'),
    'recipient.phoneNumber': t('checkout.recipient.phoneNumber'),
    note: t('checkout.words.note'),
    cardText: t('checkout.words.card'),
    months: t('checkout.payment.months'),
  }
  const errors = hasTried ? clientErrors(choices) : {}
  /** The browser's error comes before the server's. */
  const textOf = (field: Field) => {
    if (!errors[field]) return refusedFields[field]
    return field === 'months' ? t('checkout.payment.choose') : errorText({ message: errors[field] })
  }
  const fieldObstacles = FIELDS.flatMap((field): Obstacle[] => {
    const text = textOf(field)
    // The recipient is the shopper, whose missing phone number is no field here. The section shows the message.
    if (text && field.startsWith('recipient.') && choices.recipientType !== 'other')
      return [{ place: 'recipient', text: t('checkout.recipient.noPhone') }]
    return text ? [{ place: SECTION_OF_FIELD[field] ?? sectionOf(field), field, label: labels[field], text }] : []
  })
  const lines = checked?.lines ?? []
  const problems = (checked?.problems ?? []).filter((problem) => hasTried || !isMissingChoice(problem))
  const obstacles = [...problems.map((problem) => obstacleOf(t, problem, lines)), ...fieldObstacles]
  return SECTIONS.flatMap((place) => obstacles.filter((obstacle) => obstacle.place === place))
}

export function useCheckoutState(addresses: Address[]) {
  const t = useT()
  const choices = usePrecheckout()
  const address = addressOf(choices, addresses)
  const check = useChecked(checkRequestOf(choices, address))
  useEffect(() => {
    if (address) destination.guess(address)
  }, [address])
  const droppedPromo = useDroppedPromo(check)
  const placing = usePlaceOrder()
  const { refusal, isPlacing } = placing
  const [attempts, setAttempts] = useState(0)
  const [isOrdering, setOrdering] = useState(false)
  const hasTried = attempts > 0
  const obstacles = useObstacles({ choices, checked: check.checked, refusedFields: refusal.fields, hasTried })

  /** Places the order if the latest check does not differ from what was shown. */
  const order = async () => {
    const shown = check.checked
    placing.clearRefusal()
    setAttempts((count) => count + 1)
    if (!address || Object.keys(clientErrors(choices)).length > 0) return
    const latest = await check.latest()
    if (latest.problems.length > 0) return
    if (!latest.quote) throw new Error('the check has neither problems nor a quote')
    const changes = shown ? changesBetween(shown, latest) : []
    if (shown && changes.length > 0) return placing.refuse({ changes, lines: shown.lines })
    placing.place({ ...orderRequestOf(choices, address), quote: latest.quote }, latest.lines)
  }
  const orderOnce = async () => {
    setOrdering(true)
    await order().catch((failure: unknown) => placing.refuse({ failure }))
    setOrdering(false)
  }

  return {
    choices,
    address,
    addresses,
    check,
    obstacles,
    /** When it changes, the list of obstacles takes the focus again. */
    attemptKey: `${attempts} ${refusal.count}`,
    hasTried,
    obstacleIn: (place: CheckoutSectionName) => obstacles.find((obstacle) => obstacle.place === place && !obstacle.field)?.text,
    errorFor: (field: string) => obstacles.find((obstacle) => obstacle.field === field)?.text,
    failure: refusal.failure === null || refusal.changes.length > 0 ? null : failureText(t, refusal.failure),
    changes: refusal.changes,
    linesBefore: refusal.lines,
    droppedPromo,
    isPlacing,
    isOutcomeUnknown: placing.isOutcomeUnknown,
    resendOrder: placing.resend,
    isBusy: isPlacing || isOrdering,
    order: () => void orderOnce(),
  }
}

type CheckoutState = ReturnType<typeof useCheckoutState>
export const CheckoutContext = createContext<CheckoutState | null>(null)

export function useCheckout(): CheckoutState {
  const state = use(CheckoutContext)
  if (!state) throw new Error('CheckoutContext is missing above this part of the checkout')
  return state
}
