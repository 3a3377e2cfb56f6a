import type { Locale } from '~shared/i18n/locale'
import { ApiFailure } from './failure'
import { BASE, parse, refreshIn } from './http'
import { withRecovery } from './recovery'

export interface ServerEvent {
  event: string
  data: string
  /** What to name when the line is taken up again: everything after this one is still to come. */
  id?: string
}

/** One block of a `text/event-stream`; a comment that only keeps the line alive is no event. */
function read(block: string): ServerEvent[] {
  let event = 'message'
  let id: string | undefined
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value = ''] = line.match(/^([^:]+):? ?(.*)$/) ?? []
    if (field === 'event') event = value
    if (field === 'id') id = value
    if (field === 'data') data.push(value)
  }
  return data.length > 0 ? [{ event, data: data.join('\n'), ...(id !== undefined && { id }) }] : []
}

/** Puts the pieces that arrive together again: a piece may end in the middle of an event. */
export function eventReader() {
  let rest = ''
  return (piece: string): ServerEvent[] => {
    const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap(read)
  }
}

/** The server has said yes or no. A line that is down, or a service that is, leaves it open whether a write has happened. */
export const isAnswer = (error: unknown) =>
  error instanceof ApiFailure && error.kind === 'http' && (error.status ?? 500) < 500 && error.status !== 429

// The server says every few seconds that it is still there. A line that is silent for longer is dead, whatever the browser believes.
const SILENCE = 45_000

/**
 * What the server tells as it happens, until it ends the line. The browser's `EventSource` cannot say who is asking:
 * it sends no bearer, and refreshes none. `lastId` is the event that was heard last: the server goes on after it.
 */
async function* serverEvents(locale: Locale, path: string, signal: AbortSignal, lastId?: string): AsyncGenerator<ServerEvent> {
  const silence = new AbortController()
  const over = AbortSignal.any([signal, silence.signal])
  let alarm: ReturnType<typeof setTimeout> | undefined
  const listen = () => {
    clearTimeout(alarm)
    alarm = setTimeout(() => silence.abort(), SILENCE)
  }
  const connect = (bearer?: string) =>
    fetch(new URL(`${BASE}${path}`, location.origin), {
      headers: {
        accept: 'text/event-stream',
        'accept-language': locale,
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(lastId && { 'last-event-id': lastId }),
      },
      cache: 'no-store',
      signal: over,
    })

  listen()
  try {
    const answer = await withRecovery(connect, refreshIn(locale))
    if (!answer.ok || !answer.body) {
      await parse(answer)
      throw new ApiFailure('parsing', answer.status)
    }
    const [pieces, decoder, read] = [answer.body.getReader(), new TextDecoder(), eventReader()]
    // Not every reader that waits hears of the signal by itself.
    over.addEventListener('abort', () => void pieces.cancel().catch(() => {}))
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
      listen()
      yield* read(decoder.decode(piece.value, { stream: true }))
    }
  } catch (error) {
    if (signal.aborted || error instanceof ApiFailure) throw error
    throw new ApiFailure(silence.signal.aborted ? 'timeout' : 'network')
  } finally {
    clearTimeout(alarm)
    silence.abort()
  }
}

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
