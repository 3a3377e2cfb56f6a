import { setupWorker } from 'msw/browser'
import { useAuth } from '~shared/features/auth/store'
import { useStaff } from '~admin/session/store'
import { handlers } from './handlers/all'
import { OWNER, profile } from './profile-state'
import { staffSessionState } from './staff-session-state'
import { state } from './state'

/** The key in session storage that replaces the cookies of the back office. */
const STAFF_SESSION = 'mock-staff-session'

/** Starts the mock with fresh state for each document, except the sessions, which the browser keeps. */
export const startMock = () => {
  const { user, accessToken, refreshToken } = useAuth.getState()
  if (user) profile.user = user
  if (accessToken && refreshToken) Object.assign(state, { accessToken, refreshToken })
  if (sessionStorage.getItem(STAFF_SESSION)) {
    profile.user = { ...profile.user, ...OWNER }
    staffSessionState.isOpen = true
  }
  useStaff.subscribe(({ session }) => {
    if (session) sessionStorage.setItem(STAFF_SESSION, 'open')
    else sessionStorage.removeItem(STAFF_SESSION)
  })
  return setupWorker(...handlers).start({ onUnhandledRequest: 'bypass', quiet: true })
}
