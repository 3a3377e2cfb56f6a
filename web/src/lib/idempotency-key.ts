import { useRef } from 'react'

/**
 * Idempotency key of a request that must be executed once. The key stays the same until the request is answered, so a second press and a
 * retry after a lost answer count once. Another request gets another key.
 */
export function useIdempotencyKey() {
  const kept = useRef<{ wish: string; key: string } | null>(null)
  return {
    keyFor: (wish: unknown): string => {
      const text = JSON.stringify(wish)
      if (kept.current?.wish !== text) kept.current = { wish: text, key: uniqueKey() }
      return kept.current.key
    },
    answered: () => {
      kept.current = null
    },
  }
}

const BYTES = 16

/** Returns a unique key. `crypto.randomUUID` is missing on pages loaded over plain HTTP. */
export const uniqueKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
