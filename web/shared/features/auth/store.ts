// The stored session: tokens and profile of the signed-in user.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { TokenPair } from '~shared/api/recovery'
import type { Session, User } from '~shared/api/types'
import { persisted } from '~shared/lib/persist'

interface AuthState {
  user: User | null
  accessToken: string | null
  refreshToken: string | null
  /** Whether the interface shows the account. Stays true from `tokensEnded` to `cleared`. */
  isAuthenticated: boolean
}

const GUEST: AuthState = { user: null, accessToken: null, refreshToken: null, isAuthenticated: false }

export const useAuth = create<AuthState>()(persist(() => GUEST, persisted<AuthState>('auth')))

/** While true, requests are sent as a guest, but `user` is still displayed. */
let areTokensEnded = false

export const auth = {
  signedIn: ({ user, accessToken, refreshToken }: Session) => {
    areTokensEnded = false
    useAuth.setState({ user, accessToken, refreshToken, isAuthenticated: true })
  },
  renewed: ({ accessToken, refreshToken }: TokenPair) => useAuth.setState({ accessToken, refreshToken }),
  profileLoaded: (user: User) => useAuth.setState({ user, isAuthenticated: true }),
  /** For a sign-out: the server refuses the tokens from now on, but the user stays until the page is left. */
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

export const useIsSignedIn = () => useAuth((state) => state.isAuthenticated)
