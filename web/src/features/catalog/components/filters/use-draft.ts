import { useEffect, useRef, useState } from 'react'
import { type Bounds } from '../../filters'
import { areSame, inOrder } from './numbers'

const SETTLED_AFTER = 450

/**
 * Bounds that are being set: shown at once, handed on when they have settled, for a thumb that is dragged or a number that is typed
 * changes many times. What is chosen elsewhere meanwhile takes their place, and what is left behind unsettled is handed on, too.
 */
export function useDraft(chosen: Bounds, onSettled: (bounds: Bounds) => void) {
  const [draft, setDraft] = useState(chosen)
  const [seen, setSeen] = useState(chosen)
  if (!areSame(seen, chosen)) {
    setSeen(chosen)
    setDraft(chosen)
  }

  const hand = useRef(onSettled)
  useEffect(() => {
    hand.current = onSettled
  })

  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; bounds: Bounds } | null>(null)
  const settle = () => {
    if (!waiting.current) return
    const { timer, bounds } = waiting.current
    clearTimeout(timer)
    waiting.current = null
    hand.current(inOrder(bounds))
  }
  const atTheEnd = useRef(settle)
  useEffect(() => {
    const end = atTheEnd.current
    return end
  }, [])

  const change = (bounds: Bounds) => {
    setDraft(bounds)
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = { bounds, timer: setTimeout(settle, SETTLED_AFTER) }
  }
  return { draft, change, settle }
}
