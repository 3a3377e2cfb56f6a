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

/** Checks the cart for each `request`. While a newer check waits or runs, `checked` is the last result and `isCurrent` is false. */
function useChecked(request: CheckRequest) {
  const locale = useLocale()
  const client = useQueryClient()
  const requestJson = JSON.stringify(request)
  const settledJson = useDebounced(requestJson, DEBOUNCE_MS)
  const query = useQuery(checkQuery(locale, JSON.parse(settledJson) as CheckRequest))
  const [lastData, setLastData] = useState(query.data)
  if (query.data && query.data !== lastData) setLastData(query.data)
  const isCurrent = requestJson === settledJson && query.isSuccess && !query.isFetching

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

interface DroppedPromo {
  code: string
  /** The reason, and that the order continues without the code. */
  text: string
}

/** The promo code that was removed because it takes nothing off. */
const useDropped = create<{ promo: DroppedPromo | null }>(() => ({ promo: null }))

/** Removes a code that takes nothing off, and returns it until another is entered, so that the shopper can correct it. */
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
  /** The texts of the server's errors, by the names of fields. */
  refusedFields: Record<string, string>
  /** Whether the shopper has tried to order. Missing choices are not reported before. */
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
      return [{ section: 'recipient', text: t('checkout.recipient.noPhone') }]
    return text ? [{ section: SECTION_OF_FIELD[field] ?? sectionOf(field), field, label: labels[field], text }] : []
  })
  const lines = checked?.lines ?? []
  const problems = (checked?.problems ?? []).filter((problem) => hasTried || !isMissingChoice(problem))
  const obstacles = [...problems.map((problem) => obstacleOf(t, problem, lines)), ...fieldObstacles]
  return SECTIONS.flatMap((section) => obstacles.filter((obstacle) => obstacle.section === section))
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
  const [pressCount, setPressCount] = useState(0)
  const [isOrdering, setOrdering] = useState(false)
  const hasTried = pressCount > 0
  const obstacles = useObstacles({ choices, checked: check.checked, refusedFields: refusal.fields, hasTried })

  /** Places the order if the latest check does not differ from what was shown. */
  const order = async () => {
    const shown = check.checked
    placing.clearRefusal()
    setPressCount((count) => count + 1)
    // The obstacles report these errors, and the problems below.
    if (!address || Object.keys(clientErrors(choices)).length > 0) return
    const latest = await check.latest()
    if (latest.problems.length > 0) return
    if (!latest.quote) throw new Error('the check has neither problems nor a quote')
    const changes = shown ? changesBetween(shown, latest) : []
    if (shown && changes.length > 0) return placing.refuse({ changes, linesBefore: shown.lines })
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
    attemptKey: `${pressCount} ${refusal.count}`,
    hasTried,
    /** The obstacle of a section as a whole, not of one of its fields. */
    obstacleIn: (section: CheckoutSectionName) => obstacles.find((obstacle) => obstacle.section === section && !obstacle.field)?.text,
    errorFor: (field: string) => obstacles.find((obstacle) => obstacle.field === field)?.text,
    /** Null if the list of changes explains the failure. */
    failure: refusal.failure === null || refusal.changes.length > 0 ? null : failureText(t, refusal.failure),
    changes: refusal.changes,
    linesBefore: refusal.linesBefore,
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
