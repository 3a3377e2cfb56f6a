import { ApiFailure } from '~/api/failure'
import { serverEvents } from '~/api/server-events'
import type { Order } from '~/api/types'
import type { Locale } from '~/i18n/locale'

const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000

/** Twice as long after each failure, and never the same for everybody: a gateway that comes back must not be overrun. */
export const pauseAfter = (failures: number, chance = Math.random()) =>
  Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures) * (0.5 + chance / 2)

/** Ends early when it is time to stop, or when the device is online again. */
const pause = (length: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, length)
    signal.addEventListener('abort', done)
    addEventListener('online', done)
  })

/** Somebody else's order, or one that is not there: asking again will not help. */
const isFinal = (error: unknown) => error instanceof ApiFailure && [401, 403, 404].includes(error.status ?? 0)

interface Listener {
  heard: (order: Order) => void
  /** Whether the line stands: while it does not, somebody has to ask. */
  stands: (does: boolean) => void
}

/** Hears of everything that happens to an order until told to stop. A line that breaks is taken up again. */
export async function follow(locale: Locale, code: string, signal: AbortSignal, { heard, stands }: Listener) {
  let failures = 0
  while (!signal.aborted) {
    try {
      for await (const { event, data } of serverEvents(locale, `/order/${encodeURIComponent(code)}/track`, signal)) {
        if (event !== 'order') continue
        failures = 0
        stands(true)
        heard(JSON.parse(data) as Order)
      }
    } catch (error) {
      if (signal.aborted || isFinal(error)) break
    }
    stands(false)
    await pause(pauseAfter(failures), signal)
    failures += 1
  }
  stands(false)
}
