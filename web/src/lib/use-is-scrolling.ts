import { useEffect, useState } from 'react'

// Longer than the pause between two swipes.
const STILL_AFTER = 600

/** Whether the page moves, or did a moment ago. It does not count while the keyboard is in what `exempt` finds. */
export function useIsScrolling(exempt: string): boolean {
  const [isScrolling, setScrolling] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const moved = () => {
      setScrolling(!document.activeElement?.closest(exempt))
      clearTimeout(timer)
      timer = setTimeout(() => setScrolling(false), STILL_AFTER)
    }
    window.addEventListener('scroll', moved, { passive: true })
    return () => {
      window.removeEventListener('scroll', moved)
      clearTimeout(timer)
    }
  }, [exempt])
  return isScrolling
}
