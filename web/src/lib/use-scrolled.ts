import { useSyncExternalStore } from 'react'

const STICKY_FROM = 5

function subscribe(changed: () => void) {
  window.addEventListener('scroll', changed, { passive: true })
  return () => window.removeEventListener('scroll', changed)
}

export const useScrolled = () =>
  useSyncExternalStore(
    subscribe,
    () => window.scrollY >= STICKY_FROM,
    () => false,
  )
