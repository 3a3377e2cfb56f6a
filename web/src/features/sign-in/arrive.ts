import type { Session } from '~shared/api/types'
import { auth } from '~shared/features/auth/store'
import { forgotPassword } from './forgot-store'
import { register } from './register-store'

/** Signed in, whichever way it went: what the steps remembered is of no more use to anybody. */
export function arrive(session: Session) {
  auth.signedIn(session)
  register.forgotten()
  forgotPassword.forgotten()
}
