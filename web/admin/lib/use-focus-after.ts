import { useEffect, useRef } from 'react'

/** Returns a function that focuses an element, by its id, after the next render: an element that moves in the page loses the focus. */
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

/** Returns the button that has the focus after an entry of a list moved: the same one, or the other one at the end of the list. */
export function buttonAfterMove(from: number, to: number, count: number): 'earlier' | 'later' {
  if (to === 0) return 'later'
  if (to === count - 1) return 'earlier'
  return to < from ? 'earlier' : 'later'
}
