import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { freshKey } from '~/lib/fresh-key'
import { kept } from '~shared/lib/persist'

const useDevice = create<{ name: string }>()(persist(() => ({ name: '' }), kept<{ name: string }>('device')))

/**
 * A random name of this browser, told when somebody signs in and at no other time. It shows the shop when bloggers buy through links
 * of their own, so it outlives the session. It says nothing of who they are.
 */
export function deviceName(): string {
  const name = useDevice.getState().name || freshKey()
  useDevice.setState({ name })
  return name
}
