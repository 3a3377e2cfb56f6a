import { useEffect, useState } from 'react'

/** Far above it is as near as a little below: who jumped to the end of the page comes back upwards, and looks for words in all of it. */
const around = (ahead: number) => ({ rootMargin: `1000000px 0px ${ahead}px`, scrollMargin: `0px ${ahead}px` })

/** Whether something far down the page, or far along a row, has come near what is seen. Once it has, it stays so. */
export function useNear(ahead = 600) {
  const [element, setElement] = useState<Element | null>(null)
  const [isNear, setNear] = useState(false)

  useEffect(() => {
    if (!element || isNear) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
    }, around(ahead))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, isNear, ahead])

  return { ref: setElement, isNear }
}
