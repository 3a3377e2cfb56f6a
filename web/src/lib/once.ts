import { useRef } from 'react'

/**
 * The key of something that must happen once. It stays the same until what was asked for has been answered: a second press and a
 * retry after a lost answer are the same wish. With another wish, another key.
 */
export function useOnce() {
  const kept = useRef<{ wish: string; key: string } | null>(null)
  return {
    keyFor: (wish: unknown): string => {
      const text = JSON.stringify(wish)
      if (kept.current?.wish !== text) kept.current = { wish: text, key: freshKey() }
      return kept.current.key
    },
    answered: () => {
      kept.current = null
    },
  }
}

const BYTES = 16

/** A name that nothing else has. `crypto.randomUUID` is missing where the page came over plain HTTP. */
export const freshKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
