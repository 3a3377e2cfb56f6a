import type { User } from '~shared/api/types'
import { connectSession } from '~shared/api/recovery'
import { auth } from '~shared/features/auth/store'
import { profile, USER } from './profile-state'

/** Signs in to the app and to the mock. */
export function signIn(as: Partial<User> = {}) {
  profile.user = { ...USER, ...as }
  auth.signedIn({ user: profile.user, accessToken: 'access-1', refreshToken: 'refresh-1', expiresIn: 900 })
  connectSession({ tokens: auth.tokens, renewed: auth.renewed, lost: auth.cleared })
}
