// The state of the checkout page: choices, the server's check of the cart, obstacles, and the order.

import { createContext, use, useEffect, useState } from 'react'
import { destination } from '~/features/destination/store'
import { failureText } from '~shared/api/failure'
import type { Address } from '~shared/api/types'
import { usePrecheckout } from '~shared/features/checkout/store'
import { useT } from '~shared/i18n/context'
import { changesBetween } from './cart-changes'
import type { CheckoutSectionName } from './obstacles'
import { addressOf, checkRequestOf, clientErrors, orderRequestOf } from './rules'
import { useChecked } from './use-checked'
import { useDroppedPromo } from './use-dropped-promo'
import { useObstacles } from './use-obstacles'
import { usePlaceOrder } from './use-place-order'

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
