// The state of the staff session in this tab. `client.ts` changes it; components read it with `useStaff`.
import { create } from 'zustand'
import type { Schemas } from '~shared/api/types'

export type StaffSession = Omit<Schemas['StaffSession'], 'recoveryCodes'>

/** Why a session ended: the owner signed out, it expired, or the server no longer lets this account in. */
export type SessionEnd = 'signedOut' | 'expired' | 'withdrawn'

interface StaffState {
  /** The session, or null until it is loaded, and while no user is signed in. */
  session: StaffSession | null
  isLoaded: boolean
  /** Why the last session in this tab ended, or null without one. */
  end: SessionEnd | null
}

/** The session of the back office. Its tokens are in cookies that scripts cannot read, and nothing of it is stored on the device. */
export const useStaff = create<StaffState>()(() => ({ session: null, isLoaded: false, end: null }))

/** Changes the state in this tab. `openInAllTabs` of `client.ts` also tells other tabs. */
export const staffSession = {
  opened: (session: StaffSession) => useStaff.setState({ session, isLoaded: true, end: null }),
  ended: (end: SessionEnd | null) => useStaff.setState({ session: null, isLoaded: true, end }),
}
