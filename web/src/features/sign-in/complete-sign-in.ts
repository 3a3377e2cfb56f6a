// What every way of signing in does at its end, and how a form recognises that the proof of the phone number has expired.

import { ApiFailure } from '~shared/api/failure'
import type { Session } from '~shared/api/types'
import { auth } from '~shared/features/auth/store'
import { forgotPassword, registration } from './registration-store'

/** Whether a request failed because the proof of the phone number was used already or has expired. */
export const isProofExpired = (error: unknown) =>
  error instanceof ApiFailure &&
  (error.code === 'token_invalid' ||
    error.code === 'token_expired' ||
    error.problem?.errors?.some(({ field }) => field === 'verificationToken'))

/** Stores the session after any way of signing in, and clears the data of the steps. */
export function completeSignIn(session: Session) {
  auth.signedIn(session)
  registration.cleared()
  forgotPassword.cleared()
}
