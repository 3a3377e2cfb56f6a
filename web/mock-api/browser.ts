// Starts the mock API in the browser (`npm run mock`).
import { setupWorker } from 'msw/browser'
import { useAuth } from '~shared/features/auth/store'
import { useStaff } from '~admin/session/store'
import { handlers } from './handlers/all'
import { OWNER, profile } from './profile-state'
import { staffSessionState } from './staff-session-state'
import { state } from './state'

/** This entry of the storage stands for the server's session cookies. */
const STAFF_SESSION = 'mock-staff-session'

/** Only sessions survive a reload. */
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
