import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { uniqueKey } from '~shared/lib/idempotency-key'
import { persisted } from '~shared/lib/persist'

const useBrowserId = create<{ name: string }>()(persist(() => ({ name: '' }), persisted<{ name: string }>('device')))

/**
 * Returns a random id of this browser, sent only with sign-ins and one-time codes. It reveals bloggers who buy through their own links,
 * and lets owners sign in here while strangers' attempts delay others, so it outlives the session.
 */
export function browserId(): string {
  const name = useBrowserId.getState().name || uniqueKey()
  useBrowserId.setState({ name })
  return name
}
