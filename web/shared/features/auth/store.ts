// The stored session: tokens and profile of the signed-in user, kept across visits.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { TokenPair } from '~shared/api/recovery'
import type { Session, User } from '~shared/api/types'
import { persisted } from '~shared/lib/persist'

interface AuthState {
  user: User | null
  accessToken: string | null
  refreshToken: string | null
  /** Whether the interface shows the account. A sign-out first ends the tokens, then clears the state; it is true until the second step. */
  isAuthenticated: boolean
}

const GUEST: AuthState = { user: null, accessToken: null, refreshToken: null, isAuthenticated: false }

export const useAuth = create<AuthState>()(persist(() => GUEST, persisted<AuthState>('auth')))

/**
 * True from a sign-out until the page has left what only users see: the tokens are revoked, so requests are sent as a guest, while `user`
 * is still displayed.
 */
let areTokensEnded = false

/** Changes of the session, each named by the event that causes it, and `tokens`, which reads the current pair. */
export const auth = {
  signedIn: ({ user, accessToken, refreshToken }: Session) => {
    areTokensEnded = false
    useAuth.setState({ user, accessToken, refreshToken, isAuthenticated: true })
  },
  renewed: ({ accessToken, refreshToken }: TokenPair) => useAuth.setState({ accessToken, refreshToken }),
  /** The server has returned the profile, and so accepted the tokens. */
  profileLoaded: (user: User) => useAuth.setState({ user, isAuthenticated: true }),
  /**
   * The server refuses the tokens from now on. The user stays until `cleared`, so that a page for signed-in users does not change before
   * it is left.
   */
  tokensEnded: () => {
    areTokensEnded = true
  },
  cleared: () => {
    areTokensEnded = false
    useAuth.setState(GUEST)
  },
  tokens: (): TokenPair | null => {
    const { accessToken, refreshToken } = useAuth.getState()
    return accessToken && refreshToken && !areTokensEnded ? { accessToken, refreshToken } : null
  },
}

/** Returns whether a user is signed in. */
export const useIsSignedIn = () => useAuth((state) => state.isAuthenticated)
