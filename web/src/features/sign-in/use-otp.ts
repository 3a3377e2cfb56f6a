// Sends and verifies one-time codes (OTP), with their countdowns and failures.

import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { passkeyOffer } from '~/features/passkeys/offer-store'
import { ApiFailure, failureText } from '~shared/api/failure'
import { post } from '~shared/api/http'
import type { Session } from '~shared/api/types'
import { browserId } from '~shared/features/auth/browser-id'
import { type Translate, useLocale } from '~shared/i18n/context'
import { clock, useCountdown } from '~shared/lib/clock'
import { completeSignIn } from './complete-sign-in'
import { registration, useRegistration } from './registration-store'

/** Called if the number has no account yet (`details`), or one that was unused for a long time. */
export type OnProven = (next: 'details' | 'unused') => void | Promise<void>

/** Updates the countdowns in the store once a second. */
export function useOtpClock() {
  const { expiresAt, resendAt } = useRegistration()
  // The texts of the countdowns change once a second, and then the effect runs.
  const shownTimes = [useCountdown(expiresAt), useCountdown(resendAt)].map((left) => left && clock(left)).join()
  useEffect(() => {
    registration.ticked(Date.now())
  }, [shownTimes])
}

/** A number with an account is signed in. Otherwise the server returns a proof of the number, and `onProven` continues. */
export function useVerify(onProven: OnProven) {
  const locale = useLocale()
  return useMutation({
    mutationFn: async (otpCode: string) => {
      const { phoneNumber, codeToken } = useRegistration.getState()
      const attempt = { phoneNumber: phoneNumber ?? '', otpCode, codeToken, device: browserId() }
      const { data } = await post(locale, '/auth/otp/verify', attempt)
      return data
    },
    onSuccess: async ({ verificationToken, unusedAccount, ...session }) => {
      if (verificationToken === undefined) {
        completeSignIn(session as Session)
        passkeyOffer.begin()
        return
      }
      registration.proven(verificationToken, unusedAccount)
      await onProven(unusedAccount ? 'unused' : 'details')
    },
  })
}

export function useResend() {
  const locale = useLocale()
  return useMutation({
    mutationFn: async () => {
      const { phoneNumber, typed } = useRegistration.getState()
      if (!phoneNumber || !typed) return
      const { data } = await post(locale, '/auth/otp/send', { phoneNumber, device: browserId() })
      registration.codeSent(phoneNumber, typed, data, Date.now())
    },
    onError: (error) => {
      if (error instanceof ApiFailure && error.retryAfter) registration.mustWait(error.retryAfter, Date.now())
    },
  })
}

/** The text of a failure, with the number of tries left. */
export function refusalText(t: Translate, error: unknown): string {
  const text = failureText(t, error)
  const { left } = ((error instanceof ApiFailure && error.problem) || {}) as { left?: number }
  return left === undefined ? text : `${text} ${t('signIn.code.triesLeft', { count: left })}`
}
