import { useEffect } from 'react'
import { create } from 'zustand'
import { useT } from '~shared/i18n/context'
import { promoText } from '~shared/features/checkout/promo-text'
import { precheckout, usePrecheckout } from '~shared/features/checkout/store'
import type { useChecked } from './use-checked'

export interface DroppedPromo {
  code: string
  /** Why, and that the order goes on without it. */
  text: string
}

const useDropped = create<{ promo: DroppedPromo | null }>(() => ({ promo: null }))

/** A code that takes nothing off is taken away from the order, which goes on without it; what it was and why stays to be read. */
export function useDroppedPromo({ checked, isCurrent }: ReturnType<typeof useChecked>): DroppedPromo | null {
  const t = useT()
  const code = usePrecheckout((state) => state.promoCode)
  const dropped = useDropped((state) => state.promo)
  const problem = isCurrent && code !== null ? checked?.problems.find((one) => one.code.startsWith('promo')) : undefined
  useEffect(() => {
    if (!problem || code === null) return
    useDropped.setState({ promo: { code, text: t('cart.promo.dropped', { reason: promoText(t, problem) }) } })
    precheckout.set({ promoCode: null })
  }, [problem, code, t])
  // The next visit begins afresh.
  useEffect(() => () => useDropped.setState({ promo: null }), [])
  return code === null ? dropped : null
}
