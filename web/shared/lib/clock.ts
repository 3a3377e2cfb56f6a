import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiFailure } from '~shared/api/failure'
import type { SendFormState } from '../features/forms/use-send-form'

export interface TimeLeft {
  min: number
  sec: number
}

/** Rounded up: who comes back a moment too early is refused again. */
const secondsLeft = (deadline: number, now: number) => Math.max(0, Math.ceil((deadline - now) / 1000))

const inMinutes = (seconds: number): TimeLeft => ({ min: Math.floor(seconds / 60), sec: seconds % 60 })

export const timeLeft = (deadline: number, now: number) => inMinutes(secondsLeft(deadline, now))

export const isOver = ({ min, sec }: TimeLeft) => min === 0 && sec === 0

/** `04:59`, and `23:04:59` when it takes hours. */
export function clock({ min, sec }: TimeLeft): string {
  const parts = min < 60 ? [min, sec] : [Math.floor(min / 60), min % 60, sec]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

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

/** The value once it has stayed the same for so many milliseconds. */
export function useSettled<T>(value: T, after: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), after)
    return () => clearTimeout(timer)
  }, [value, after])
  return settled
}

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

/** How long the server wants to be left alone after it refused. */
export function useWait({ failure, failedAt }: Pick<SendFormState, 'failure' | 'failedAt'>): TimeLeft | null {
  const asked = failure instanceof ApiFailure ? failure.retryAfter : undefined
  const left = useCountdown(asked === undefined ? null : failedAt + asked * 1000)
  return left && !isOver(left) ? left : null
}
