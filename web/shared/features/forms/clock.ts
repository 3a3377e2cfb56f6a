export interface TimeLeft {
  min: number
  sec: number
}

/** Rounded up: who comes back a moment too early is refused again. */
export const secondsLeft = (deadline: number, now: number) => Math.max(0, Math.ceil((deadline - now) / 1000))

export const inMinutes = (seconds: number): TimeLeft => ({ min: Math.floor(seconds / 60), sec: seconds % 60 })

export const timeLeft = (deadline: number, now: number) => inMinutes(secondsLeft(deadline, now))

export const isOver = ({ min, sec }: TimeLeft) => min === 0 && sec === 0

/** `04:59`, and `23:04:59` when it takes hours. */
export function clock({ min, sec }: TimeLeft): string {
  const parts = min < 60 ? [min, sec] : [Math.floor(min / 60), min % 60, sec]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
