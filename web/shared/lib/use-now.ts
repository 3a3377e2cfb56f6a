import { useSyncExternalStore } from 'react'

const MINUTE = 60_000

function everyMinute(changed: () => void) {
  const timer = setInterval(changed, MINUTE)
  return () => clearInterval(timer)
}

/** The time to the minute; nothing on the server, whose clock the page must not depend on. */
export const useNow = () =>
  useSyncExternalStore(
    everyMinute,
    () => Math.floor(Date.now() / MINUTE) * MINUTE,
    () => null,
  )
