import { useSyncExternalStore } from 'react'

const FIRST_PAINT = 'first-contentful-paint'

const isPainted = () => performance.getEntriesByName(FIRST_PAINT).length > 0

function whenPainted(notify: () => void) {
  const observer = new PerformanceObserver(notify)
  observer.observe({ type: 'paint', buffered: true })
  return () => observer.disconnect()
}

/** False until the browser has shown something: what nobody sees yet must not compete with what they wait for. */
export const useIsPainted = () => useSyncExternalStore(whenPainted, isPainted, () => false)
