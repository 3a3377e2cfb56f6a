// Keeps the keyboard focus in lists whose entries are moved or removed: an element that moves in the page loses the focus.
import { useEffect, useRef } from 'react'

/** Focuses the element with the id after the next render. */
export function useFocusAfter() {
  const target = useRef<string | null>(null)
  useEffect(() => {
    if (target.current === null) return
    document.getElementById(target.current)?.focus()
    target.current = null
  })
  return (id: string) => {
    target.current = id
  }
}

/** Returns the pressed button, or the other one if the entry is now first or last, where the pressed button is disabled. */
export function buttonAfterMove(from: number, to: number, count: number): 'earlier' | 'later' {
  if (to === 0) return 'later'
  if (to === count - 1) return 'earlier'
  return to < from ? 'earlier' : 'later'
}
