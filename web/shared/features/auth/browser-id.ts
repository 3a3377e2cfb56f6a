// Names this browser for the auth service, which treats the sign-in attempts of a known browser apart from those of strangers.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { uniqueKey } from '~shared/lib/idempotency-key'
import { persisted } from '~shared/lib/persist'

const useBrowserId = create<{ name: string }>()(persist(() => ({ name: '' }), persisted<{ name: string }>('device')))

/**
 * Returns a random id of this browser, sent only with sign-ins and one-time codes. The server uses it to find bloggers who buy through
 * their own links, and to let an owner sign in here while attempts of strangers elsewhere are delayed. So the id outlives the session.
 */
export function browserId(): string {
  const name = useBrowserId.getState().name || uniqueKey()
  useBrowserId.setState({ name })
  return name
}
