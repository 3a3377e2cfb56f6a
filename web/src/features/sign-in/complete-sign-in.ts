import { ApiFailure } from '~shared/api/failure'
import type { Session } from '~shared/api/types'
import { auth } from '~shared/features/auth/store'
import { forgotPassword, registration } from './registration-store'

/** The proof of the phone number expires, and can be used once. */
export const isProofExpired = (error: unknown) =>
  error instanceof ApiFailure &&
  (error.code === 'token_invalid' ||
    error.code === 'token_expired' ||
    error.problem?.errors?.some(({ field }) => field === 'verificationToken'))

/** Ends every way of signing in. */
export function completeSignIn(session: Session) {
  auth.signedIn(session)
  registration.cleared()
  forgotPassword.cleared()
}
