import { useRef } from 'react'

/** The key stays the same until the server has responded or the request changes, so that a retry sends the same key. */
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

/** `crypto.randomUUID` is missing on pages loaded over plain HTTP. */
export const uniqueKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
