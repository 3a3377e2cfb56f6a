import type { User } from '~shared/api/types'
import { authenticateWith } from '~shared/api/http'
import { withStaffSession } from '~admin/session/client'
import { staffSession, useStaff } from '~admin/session/store'
import { OWNER, profile, USER } from './profile-state'
import { staffSessionState } from './staff-session-state'

/** Signs in to the app and to the mock. The owner has all permissions. */
export function signInStaff(as: Partial<User> = OWNER) {
  profile.user = { ...USER, ...as }
  Object.assign(staffSessionState, { isOpen: true })
  authenticateWith(withStaffSession)
  staffSession.opened({ user: profile.user, csrfToken: staffSessionState.csrfToken, expiresIn: 600, stepUpAt: staffSessionState.stepUpAt })
}

/** The app forgets who is signed in, as in a new document. */
export function asNewDocument() {
  authenticateWith(withStaffSession)
  useStaff.setState(useStaff.getInitialState(), true)
}
