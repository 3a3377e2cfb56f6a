// The state of the staff session in this tab. `client.ts` changes it. The tokens of the session are in cookies that scripts cannot read.
import { create } from 'zustand'
import type { Schemas } from '~shared/api/types'

export type StaffSession = Omit<Schemas['StaffSession'], 'recoveryCodes'>

/** `withdrawn` means that the server no longer lets this account in. */
export type SessionEnd = 'signedOut' | 'expired' | 'withdrawn'

interface StaffState {
  /** Null until it is loaded, and while no user is signed in. */
  session: StaffSession | null
  isLoaded: boolean
  /** Why the last session in this tab ended. */
  end: SessionEnd | null
}

export const useStaff = create<StaffState>()(() => ({ session: null, isLoaded: false, end: null }))

/** Changes the state in this tab only; `openInAllTabs` of `client.ts` also tells other tabs. */
export const staffSession = {
  opened: (session: StaffSession) => useStaff.setState({ session, isLoaded: true, end: null }),
  ended: (end: SessionEnd | null) => useStaff.setState({ session: null, isLoaded: true, end }),
}
