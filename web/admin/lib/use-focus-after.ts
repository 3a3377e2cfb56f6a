// Keeps the keyboard focus in lists whose entries are moved or removed.
import { useEffect, useRef } from 'react'

/** Returns a function that focuses the element with an id after the next render. An element that moves in the page loses the focus. */
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

/**
 * Returns the button to focus after an entry has moved from one index to another in a list of `count` entries. This is the pressed button,
 * or the other one if the entry is now first or last, where the pressed button is disabled.
 */
export function buttonAfterMove(from: number, to: number, count: number): 'earlier' | 'later' {
  if (to === 0) return 'later'
  if (to === count - 1) return 'earlier'
  return to < from ? 'earlier' : 'later'
}
