import { useSyncExternalStore } from 'react'
import { secondsLeft, type TimeLeft, inMinutes } from './clock'

// Looked at more often than it changes, or a second would now and then be left out.
const PERIOD = 250

function often(changed: () => void) {
  const timer = setInterval(changed, PERIOD)
  return () => clearInterval(timer)
}
const never = () => () => {}

/** How long it is until the deadline; nothing without one, and on the server, whose clock the page must not depend on. */
export function useCountdown(deadline: number | null): TimeLeft | null {
  const seconds = useSyncExternalStore(
    deadline === null ? never : often,
    () => deadline && secondsLeft(deadline, Date.now()),
    () => null,
  )
  return seconds === null ? null : inMinutes(seconds)
}
