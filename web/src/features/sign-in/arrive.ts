import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { freshKey } from '~/lib/once'
import { ApiFailure } from '~shared/api/failure'
import type { Session } from '~shared/api/types'
import { auth } from '~shared/features/auth/store'
import { kept } from '~shared/lib/persist'
import { forgotPassword, register } from './register-store'

const useDevice = create<{ name: string }>()(persist(() => ({ name: '' }), kept<{ name: string }>('device')))

/**
 * Returns a random id of this browser, sent only when signing in. It reveals bloggers who buy through their own links, so it outlives the
 * session. It contains nothing personal.
 */
export function deviceName(): string {
  const name = useDevice.getState().name || freshKey()
  useDevice.setState({ name })
  return name
}

/** The proof of the phone number was used already or has expired. */
export const isUnproven = (error: unknown) =>
  error instanceof ApiFailure &&
  (error.code === 'token_invalid' ||
    error.code === 'token_expired' ||
    error.problem?.errors?.some(({ field }) => field === 'verificationToken'))

/** Stores the session after any way of signing in, and clears the data of the steps. */
export function arrive(session: Session) {
  auth.signedIn(session)
  register.forgotten()
  forgotPassword.forgotten()
}
