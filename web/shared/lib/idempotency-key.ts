// Names one attempt at a request, so that the server executes a repeated one, such as a second press on "Order", only once.

import { useRef } from 'react'

/**
 * The idempotency key of a request that the server must execute only once. It stays the same until the server has responded or the
 * request changes, so that a second press and a retry after a lost response send the same one.
 */
export function useIdempotencyKey() {
  const pending = useRef<{ request: string; key: string } | null>(null)
  return {
    keyFor: (request: unknown): string => {
      const text = JSON.stringify(request)
      if (pending.current?.request !== text) pending.current = { request: text, key: uniqueKey() }
      return pending.current.key
    },
    /** Must be called when the server has responded. */
    discard: () => {
      pending.current = null
    },
  }
}

const BYTES = 16

/** Returns a unique key. `crypto.randomUUID` is missing on pages loaded over plain HTTP. */
export const uniqueKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
