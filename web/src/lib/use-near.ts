import { useEffect, useState } from 'react'

/** Everything above counts as near, because a visitor who jumped to the end scrolls back up. */
const observerMargins = (aheadPx: number) => ({ rootMargin: `1000000px 0px ${aheadPx}px`, scrollMargin: `0px ${aheadPx}px` })

export function useNear(aheadPx = 600) {
  const [element, setElement] = useState<Element | null>(null)
  const [isNear, setNear] = useState(false)

  useEffect(() => {
    if (!element || isNear) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
    }, observerMargins(aheadPx))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, isNear, aheadPx])

  return { ref: setElement, isNear }
}
