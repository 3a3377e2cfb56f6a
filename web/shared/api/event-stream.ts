// Follows a stream of server-sent events (SSE), such as an order's status changes. Reconnects with growing pauses when the stream breaks.

import type { Locale } from '~shared/i18n/locale'
import { ApiFailure } from './failure'
import { authenticated, BASE, parse } from './http'

export interface ServerEvent {
  event: string
  data: string
  /** The event's id. It is sent as `Last-Event-ID` on reconnect; the server continues after this event. */
  id?: string
}

/** Returns the event of a block, or no event if the block is a comment, which the server sends as keep-alive. */
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

/** Returns a parser of chunks. It buffers incomplete blocks, because a chunk may end in the middle of an event. */
export function eventParser() {
  let incomplete = ''
  return (chunk: string): ServerEvent[] => {
    const blocks = (incomplete + chunk).replaceAll('\r\n', '\n').split('\n\n')
    incomplete = blocks.pop() ?? ''
    return blocks.flatMap(parseBlock)
  }
}

/** How long a stream may be silent. Longer silence means that it is broken, because the server sends a keep-alive every few seconds. */
const MAX_SILENCE_MS = 45_000

/**
 * Streams server-sent events until the server closes the connection. Uses `fetch` because `EventSource` can neither send a bearer token nor
 * refresh a session. The server continues after event `lastId`.
 */
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

/** The pauses before the first reconnect and, at most, before a later one. */
const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 30_000

/** Returns the pause before a reconnect in milliseconds: exponential backoff with jitter, so that clients do not all reconnect at once. */
export const reconnectDelay = (failures: number, random = Math.random()) =>
  Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures) * (0.5 + random / 2)

/** Waits for `delay`; ends early when aborted or when the device is online again. */
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

/** Whether the failure is one that a reconnect cannot change: no access, or not found. */
const isFinal = (error: unknown) => error instanceof ApiFailure && [401, 403, 404].includes(error.status ?? 0)

interface StreamListener {
  /** Processes an event. Returns true if the event shows that the stream works; then the pauses start short again. */
  onEvent: (event: ServerEvent) => boolean
  /** Called with true once the stream works, with false when it breaks. Without a stream the caller has to poll. */
  onConnected: (isConnected: boolean) => void
  /** The id of the last event received earlier, for example by another tab. */
  lastId?: string | undefined
}

/** Follows an event stream until aborted. Reconnects, and continues after the last event. */
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
