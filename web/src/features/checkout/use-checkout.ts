import { createContext, use, useEffect, useState } from 'react'
import type { Address } from '~shared/api/types'
import { failureText } from '~shared/features/content/failure-text'
import { destination } from '~/features/destination/store'
import { useT } from '~shared/i18n/context'
import { changesBetween } from './changes'
import { addressOf, askedOf, intentOf } from './intent'
import { wrongOf } from './rules'
import { usePrecheckout } from '~shared/features/checkout/store'
import type { Place } from './troubles'
import { useChecked } from './use-checked'
import { useDroppedPromo } from './use-dropped-promo'
import { usePlace } from './use-place'
import { useTroubles } from './use-troubles'

/** Everything the sections of the page know of the order that is being made. */
export function useCheckoutState(addresses: Address[]) {
  const t = useT()
  const said = usePrecheckout()
  const address = addressOf(said, addresses)
  const check = useChecked(askedOf(said, address))
  useEffect(() => {
    if (address) destination.guess(address)
  }, [address])
  const droppedPromo = useDroppedPromo(check)
  const placing = usePlace()
  const { refusal, isPlacing } = placing
  const [attempts, setAttempts] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const hasTried = attempts > 0
  const troubles = useTroubles({ said, checked: check.checked, blamed: refusal.fields, hasTried })

  /** Waits for the last word on what was said, and orders it if that is what was on the button. */
  const order = async () => {
    const shown = check.checked
    placing.forgive()
    setAttempts((before) => before + 1)
    if (!address || Object.keys(wrongOf(said)).length > 0) return
    const latest = await check.latest()
    if (latest.problems.length > 0) return
    if (!latest.quote) throw new Error('nothing is in the way, and there is no quote')
    const changes = shown ? changesBetween(shown, latest) : []
    if (shown && changes.length > 0) return placing.refuse({ changes, lines: shown.lines })
    placing.place({ ...intentOf(said, address), quote: latest.quote }, latest.lines)
  }
  const orderOnce = async () => {
    setAsking(true)
    await order().catch((failure: unknown) => placing.refuse({ failure }))
    setAsking(false)
  }

  return {
    said,
    address,
    addresses,
    check,
    troubles,
    /** Changes with everything that was tried and came to nothing. */
    moment: `${attempts} ${refusal.count}`,
    hasTried,
    troubleOf: (place: Place) => troubles.find((one) => one.place === place && !one.field)?.text,
    wordsFor: (field: string) => troubles.find((one) => one.field === field)?.text,
    failure: refusal.failure === null || refusal.changes.length > 0 ? null : failureText(t, refusal.failure),
    changes: refusal.changes,
    linesBefore: refusal.lines,
    droppedPromo,
    isPlacing,
    isUnanswered: placing.isUnanswered,
    askAgain: placing.askAgain,
    isBusy: isPlacing || isAsking,
    order: () => void orderOnce(),
  }
}

export type CheckoutState = ReturnType<typeof useCheckoutState>
export const CheckoutContext = createContext<CheckoutState | null>(null)

export function useCheckout(): CheckoutState {
  const state = use(CheckoutContext)
  if (!state) throw new Error('CheckoutContext is missing above this part of the checkout')
  return state
}
