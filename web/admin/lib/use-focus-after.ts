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

/** Returns the pressed button of `OrderButtons`, which stays focusable at both ends of the list. */
export const buttonAfterMove = (from: number, to: number): 'earlier' | 'later' => (to < from ? 'earlier' : 'later')
