import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { uniqueKey } from '~/lib/idempotency-key'
import { ApiFailure } from '~shared/api/failure'
import type { Session } from '~shared/api/types'
import { auth } from '~shared/features/auth/store'
import { persisted } from '~shared/lib/persist'
import { forgotPassword, registration } from './registration-store'

const useBrowserId = create<{ name: string }>()(persist(() => ({ name: '' }), persisted<{ name: string }>('device')))

/**
 * Returns a random id of this browser, sent only when signing in. It reveals bloggers who buy through their own links, and lets owners sign
 * in here whatever strangers do, so it outlives the session. It contains nothing personal.
 */
export function browserId(): string {
  const name = useBrowserId.getState().name || uniqueKey()
  useBrowserId.setState({ name })
  return name
}

/** The proof of the phone number was used already or has expired. */
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
