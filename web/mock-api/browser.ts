import { setupWorker } from 'msw/browser'
import { useAuth } from '~shared/features/auth/store'
import { handlers } from './handlers/all'
import { profile } from './profile-state'
import { state } from './state'

/** Starts the mock with fresh state for each document. The session comes from the browser, so that shop and back office agree. */
export const startMock = () => {
  const { user, accessToken, refreshToken } = useAuth.getState()
  if (user) profile.user = user
  if (accessToken && refreshToken) Object.assign(state, { accessToken, refreshToken })
  return setupWorker(...handlers).start({ onUnhandledRequest: 'bypass', quiet: true })
}
