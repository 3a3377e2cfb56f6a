import type { Locale } from '~shared/i18n/locale'
import { eventReader, type ServerEvent } from './event-reader'
import { ApiFailure } from './failure'
import { BASE, parse, refreshIn } from './http'
import { withRecovery } from './recovery'

// The server says every few seconds that it is still there. A line that is silent for longer is dead, whatever the browser believes.
const SILENCE = 45_000

/**
 * What the server tells as it happens, until it ends the line. The browser's `EventSource` cannot say who is asking:
 * it sends no bearer, and refreshes none. `lastId` is the event that was heard last: the server goes on after it.
 */
export async function* serverEvents(locale: Locale, path: string, signal: AbortSignal, lastId?: string): AsyncGenerator<ServerEvent> {
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
