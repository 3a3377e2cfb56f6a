// Tells whether an element has come near the visible part of the page, so that parts further down load late.

import { useEffect, useState } from 'react'

/**
 * Returns the margins within which an element counts as near: `aheadPx` below, and everything above, because a visitor who jumped to the
 * end scrolls back up, and the browser's search finds only rendered text.
 */
const observerMargins = (aheadPx: number) => ({ rootMargin: `1000000px 0px ${aheadPx}px`, scrollMargin: `0px ${aheadPx}px` })

/** True once an element far down the page, or far along a shelf, has come near the viewport; stays true. */
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
