import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { TokenPair } from '~shared/api/recovery'
import type { Session, User } from '~shared/api/types'
import { persisted } from '~shared/lib/persist'

export interface AuthState {
  user: User | null
  accessToken: string | null
  refreshToken: string | null
  isAuthenticated: boolean
}

const GUEST: AuthState = { user: null, accessToken: null, refreshToken: null, isAuthenticated: false }

export const useAuth = create<AuthState>()(persist(() => GUEST, persisted<AuthState>('auth')))

/** Set while a sign-out leaves the page: its tokens are revoked, and requests are those of a guest. */
let areTokensEnded = false

export const auth = {
  signedIn: ({ user, accessToken, refreshToken }: Session) => {
    areTokensEnded = false
    useAuth.setState({ user, accessToken, refreshToken, isAuthenticated: true })
  },
  renewed: ({ accessToken, refreshToken }: TokenPair) => useAuth.setState({ accessToken, refreshToken }),
  profileLoaded: (user: User) => useAuth.setState({ user, isAuthenticated: true }),
  /** The server refuses the tokens from now on. The user stays until the page has left what only users see. */
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
