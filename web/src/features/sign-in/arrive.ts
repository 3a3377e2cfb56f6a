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
 * A random name of this browser, told when somebody signs in and at no other time. It shows the shop when bloggers buy through links
 * of their own, so it outlives the session. It says nothing of who they are.
 */
export function deviceName(): string {
  const name = useDevice.getState().name || freshKey()
  useDevice.setState({ name })
  return name
}

/** The proof of the number was used or came too late. */
export const isUnproven = (error: unknown) =>
  error instanceof ApiFailure &&
  (error.code === 'token_invalid' ||
    error.code === 'token_expired' ||
    error.problem?.errors?.some(({ field }) => field === 'verificationToken'))

/** Signed in, whichever way it went: what the steps remembered is of no more use to anybody. */
export function arrive(session: Session) {
  auth.signedIn(session)
  register.forgotten()
  forgotPassword.forgotten()
}
