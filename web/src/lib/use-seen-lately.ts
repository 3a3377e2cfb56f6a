import { useEffect, useState } from 'react'
import { useIsVisible } from './use-is-visible'

/** Whether the page is looked at or was so a moment ago: a glance at another tab is no reason to hang up. */
export function useSeenLately(within: number): boolean {
  const isVisible = useIsVisible()
  const [isForgotten, setForgotten] = useState(false)

  useEffect(() => {
    if (isVisible) return
    const timer = setTimeout(() => setForgotten(true), within)
    return () => {
      clearTimeout(timer)
      setForgotten(false)
    }
  }, [isVisible, within])

  return isVisible || !isForgotten
}
