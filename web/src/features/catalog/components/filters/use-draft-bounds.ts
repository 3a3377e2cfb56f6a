// Bounds of a range while a shopper changes them.

import { useEffect, useRef, useState } from 'react'
import type { Bounds } from '~/features/catalog/filters'
import { areSame, ordered } from './range-values'

const SETTLE_DELAY_MS = 450

/**
 * `draft`, which the page shows, follows every drag and key; a changed address (`chosen`) replaces it. It is `pending` until `onSettled`
 * gets it: after a pause, on `settle`, or on unmount.
 */
export function useDraftBounds(chosen: Bounds, onSettled: (bounds: Bounds) => void) {
  const [draft, setDraft] = useState(chosen)
  const [lastChosen, setLastChosen] = useState(chosen)
  if (!areSame(lastChosen, chosen)) {
    setLastChosen(chosen)
    setDraft(chosen)
  }

  const latestOnSettled = useRef(onSettled)
  useEffect(() => {
    latestOnSettled.current = onSettled
  })

  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; bounds: Bounds } | null>(null)
  const settle = () => {
    if (!pending.current) return
    const { timer, bounds } = pending.current
    clearTimeout(timer)
    pending.current = null
    latestOnSettled.current(ordered(bounds))
  }
  const settleOnUnmount = useRef(settle)
  // The effect only returns its cleanup, which runs on unmount.
  useEffect(() => settleOnUnmount.current, [])

  const change = (bounds: Bounds) => {
    setDraft(bounds)
    if (pending.current) clearTimeout(pending.current.timer)
    pending.current = { bounds, timer: setTimeout(settle, SETTLE_DELAY_MS) }
  }
  return { draft, change, settle }
}
