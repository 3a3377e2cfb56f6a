// The current time, and countdowns to deadlines in milliseconds since 1970.

import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiFailure } from '~shared/api/failure'
import type { SendFormState } from '../features/forms/use-send-form'

/** `min` may be 60 or more. */
export interface TimeLeft {
  min: number
  sec: number
}

/** Rounds up, because a slightly early request is refused again. */
const secondsLeft = (deadline: number, now: number) => Math.max(0, Math.ceil((deadline - now) / 1000))

const inMinutes = (seconds: number): TimeLeft => ({ min: Math.floor(seconds / 60), sec: seconds % 60 })

export const timeLeft = (deadline: number, now: number) => inMinutes(secondsLeft(deadline, now))

export const isOver = ({ min, sec }: TimeLeft) => min === 0 && sec === 0

/** Formats a time as `04:59` or `23:04:59`. */
export function clock({ min, sec }: TimeLeft): string {
  const parts = min < 60 ? [min, sec] : [Math.floor(min / 60), min % 60, sec]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

const MINUTE_MS = 60_000

function everyMinute(changed: () => void) {
  const timer = setInterval(changed, MINUTE_MS)
  return () => clearInterval(timer)
}

/** Updated every minute; null on the server, whose output must not depend on its clock. */
export const useNow = () =>
  useSyncExternalStore(
    everyMinute,
    () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS,
    () => null,
  )

export function useDebounced<T>(value: T, delay: number): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return debounced
}

/** Shorter than a second, so that a countdown skips no second. */
const TICK_MS = 250

function everyTick(changed: () => void) {
  const timer = setInterval(changed, TICK_MS)
  return () => clearInterval(timer)
}
const subscribeToNothing = () => () => {}

/** Returns null without a deadline and on the server. */
export function useCountdown(deadline: number | null): TimeLeft | null {
  const seconds = useSyncExternalStore(
    deadline === null ? subscribeToNothing : everyTick,
    () => deadline && secondsLeft(deadline, Date.now()),
    () => null,
  )
  return seconds === null ? null : inMinutes(seconds)
}

/** The time until the server accepts another try. */
export function useRetryAfter({ failure, failedAt }: Pick<SendFormState, 'failure' | 'failedAt'>): TimeLeft | null {
  const retryAfter = failure instanceof ApiFailure ? failure.retryAfter : undefined
  const waitingTime = useCountdown(retryAfter === undefined ? null : failedAt + retryAfter * 1000)
  return waitingTime && !isOver(waitingTime) ? waitingTime : null
}
