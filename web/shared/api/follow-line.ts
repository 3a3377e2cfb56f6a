import type { Locale } from '~shared/i18n/locale'
import type { ServerEvent } from './event-reader'
import { ApiFailure } from './failure'
import { serverEvents } from './server-events'

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

/** Somebody else's, or nothing that is there: asking again will not help. */
const isFinal = (error: unknown) => error instanceof ApiFailure && [401, 403, 404].includes(error.status ?? 0)

interface Listener {
  /** Whether this was news of the line: the first shows that it stands. */
  heard: (event: ServerEvent) => boolean
  /** While the line does not stand, somebody has to ask. */
  stands: (does: boolean) => void
  /** Where to go on when somebody else has listened before. */
  lastId?: string | undefined
}

/** Listens to a line until told to stop. One that breaks is taken up again, after the event that was heard last. */
export async function followLine(locale: Locale, path: string, signal: AbortSignal, { heard, stands, lastId }: Listener) {
  let failures = 0
  let last = lastId
  while (!signal.aborted) {
    try {
      for await (const event of serverEvents(locale, path, signal, last)) {
        last = event.id ?? last
        if (!heard(event)) continue
        failures = 0
        stands(true)
      }
    } catch (error) {
      if (signal.aborted || isFinal(error)) break
    }
    stands(false)
    if (signal.aborted) return
    await pause(pauseAfter(failures), signal)
    failures += 1
  }
  stands(false)
}
