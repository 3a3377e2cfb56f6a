import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { uniqueKey } from '~shared/lib/idempotency-key'
import { persisted } from '~shared/lib/persist'

const useBrowserId = create<{ name: string }>()(persist(() => ({ name: '' }), persisted<{ name: string }>('device')))

/**
 * A random id, which outlives the session. By it, the server finds bloggers who buy through their own links, and tells an owner's sign-in
 * attempts from those of strangers.
 */
export function browserId(): string {
  const name = useBrowserId.getState().name || uniqueKey()
  useBrowserId.setState({ name })
  return name
}
