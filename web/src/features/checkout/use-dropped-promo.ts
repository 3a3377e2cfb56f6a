// Removes a promo code that takes nothing off.

import { useEffect } from 'react'
import { create } from 'zustand'
import { promoText } from '~shared/features/checkout/promo'
import { precheckout, usePrecheckout } from '~shared/features/checkout/store'
import { useT } from '~shared/i18n/context'
import type { Check } from './use-checked'

interface DroppedPromo {
  code: string
  /** The reason, and that the order continues without the code. */
  text: string
}

/** The promo code that was removed because it takes nothing off. */
const useDropped = create<{ promo: DroppedPromo | null }>(() => ({ promo: null }))

/** Returns a removed code until another is entered, so that the shopper can correct it. */
export function useDroppedPromo({ checked, isCurrent }: Check): DroppedPromo | null {
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
