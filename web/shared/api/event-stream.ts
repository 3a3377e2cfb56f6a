// Follows a stream of server-sent events (SSE) and reconnects when it breaks.

import type { Locale } from '~shared/i18n/locale'
import { ApiFailure } from './failure'
import { authenticated, BASE, parse } from './http'

export interface ServerEvent {
  event: string
  data: string
  /** Sent as `Last-Event-ID` on reconnect. */
  id?: string
}

/** Returns no event for a comment, which the server sends as keep-alive. */
function parseBlock(block: string): ServerEvent[] {
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

/** The parser keeps the rest of a chunk that ends in the middle of an event. */
export function eventParser() {
  let incomplete = ''
  return (chunk: string): ServerEvent[] => {
    const blocks = (incomplete + chunk).replaceAll('\r\n', '\n').split('\n\n')
    incomplete = blocks.pop() ?? ''
    return blocks.flatMap(parseBlock)
  }
}

/** The server sends a keep-alive every few seconds, so longer silence means a broken connection. */
const MAX_SILENCE_MS = 45_000

/** Uses `fetch` because `EventSource` can neither send a bearer token nor refresh a session. */
async function* serverEvents(locale: Locale, path: string, signal: AbortSignal, lastId?: string): AsyncGenerator<ServerEvent> {
  const silenceTimeout = new AbortController()
  const ended = AbortSignal.any([signal, silenceTimeout.signal])
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  const restartSilenceTimer = () => {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(() => silenceTimeout.abort(), MAX_SILENCE_MS)
  }
  const connect = (session: Record<string, string>) =>
    fetch(new URL(`${BASE}${path}`, location.origin), {
      headers: {
        accept: 'text/event-stream',
        'accept-language': locale,
        ...session,
        ...(lastId && { 'last-event-id': lastId }),
      },
      cache: 'no-store',
      signal: ended,
    })

  restartSilenceTimer()
  try {
    const response = await authenticated({ method: 'GET', path, locale }, connect)
    if (!response.ok || !response.body) {
      await parse(response)
      throw new ApiFailure('parsing', response.status)
    }
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    const parseChunk = eventParser()
    // A pending `read` does not always react to the signal.
    ended.addEventListener('abort', () => void reader.cancel().catch(() => {}))
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      restartSilenceTimer()
      yield* parseChunk(decoder.decode(chunk.value, { stream: true }))
    }
  } catch (error) {
    if (signal.aborted || error instanceof ApiFailure) throw error
    throw new ApiFailure(silenceTimeout.signal.aborted ? 'timeout' : 'network')
  } finally {
    clearTimeout(silenceTimer)
    silenceTimeout.abort()
  }
}

const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 30_000

/** Exponential backoff in milliseconds, with jitter. */
export const reconnectDelay = (failures: number, random = Math.random()) =>
  Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures) * (0.5 + random / 2)

/** Ends early when aborted or when the device is online again. */
const wait = (delay: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, delay)
    signal.addEventListener('abort', done)
    addEventListener('online', done)
  })

/** The statuses after which a reconnect would be refused again. */
const FINAL_STATUSES = [401, 403, 404]
const isFinal = (error: unknown) => error instanceof ApiFailure && FINAL_STATUSES.includes(error.status ?? 0)

interface StreamListener {
  /** Returns true if the event shows that the stream works, which resets the backoff. */
  onEvent: (event: ServerEvent) => boolean
  onConnected: (isConnected: boolean) => void
  lastId?: string | undefined
}

/** Follows a stream until the signal is aborted or the server refuses for good. */
export async function followStream(locale: Locale, path: string, signal: AbortSignal, { onEvent, onConnected, lastId }: StreamListener) {
  let failures = 0
  let lastReceivedId = lastId
  while (!signal.aborted) {
    try {
      for await (const event of serverEvents(locale, path, signal, lastReceivedId)) {
        lastReceivedId = event.id ?? lastReceivedId
        if (!onEvent(event)) continue
        failures = 0
        onConnected(true)
      }
    } catch (error) {
      if (signal.aborted || isFinal(error)) break
    }
    onConnected(false)
    if (signal.aborted) return
    await wait(reconnectDelay(failures), signal)
    failures += 1
  }
  onConnected(false)
}
