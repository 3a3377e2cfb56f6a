// Signs a shopper in, for tests of the shop.
import type { User } from '~shared/api/types'
import { connectSession } from '~shared/api/recovery'
import { auth } from '~shared/features/auth/store'
import { profile, USER } from './profile-state'

/** Signs in the mock's account, in the app and in the mock. */
export function signIn(as: Partial<User> = {}) {
  profile.user = { ...USER, ...as }
  auth.signedIn({ user: profile.user, accessToken: 'access-1', refreshToken: 'refresh-1', expiresIn: 900 })
  connectSession({ tokens: auth.tokens, renewed: auth.renewed, lost: auth.cleared })
}
