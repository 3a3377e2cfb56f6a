// The form for a one-time code, on the sign-in page and in the checkout.

import { browserId } from '~shared/features/auth/browser-id'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { ApiFailure, failureText } from '~shared/api/failure'
import { post } from '~shared/api/http'
import type { Session } from '~shared/api/types'
import { type Translate, useLocale, useT } from '~shared/i18n/context'
import { clock, isOver, useCountdown, useRetryAfter } from '~shared/lib/clock'
import { Button } from '~shared/ui/button'
import { passkeyOffer } from '~/features/passkeys/offer-store'
import { completeSignIn } from '../complete-sign-in'
import { OTP_LENGTH } from '../otp'
import { registration, useRegistration } from '../registration-store'
import { CodeField } from './code-field'
import { DelayedButton, StepLinks, SupportLink } from './step-frame'

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
function useVerify(onProven: CodeFormProps['onProven']) {
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

interface CodeFormProps {
  /** The number has no account yet, or one that was unused for a long time. */
  onProven: (next: 'details' | 'unused') => void | Promise<void>
  /** Link to change the number. */
  change: ReactNode
}

/** Submits the code when its last digit is typed. */
export function CodeForm({ onProven, change }: CodeFormProps) {
  const t = useT()
  const { otpCode, otpTime, resendTime } = useRegistration()
  const verify = useVerify(onProven)
  const resend = useResend()
  const wait = useRetryAfter({ failure: verify.error, failedAt: verify.submittedAt })
  const input = useRef<HTMLInputElement>(null)

  useOtpClock()
  useEffect(() => input.current?.focus(), [])
  // A refused code stays visible; the next key replaces it.
  useEffect(() => {
    if (verify.isError) input.current?.select()
  }, [verify.isError, verify.submittedAt])

  const isExpired = otpTime !== null && isOver(otpTime)
  const hasResent = resend.isSuccess && otpCode === '' && !isExpired
  const timeLeftText = otpTime ? t('signIn.code.expiresIn', { time: clock(otpTime) }) : ''
  const expiryText = isExpired ? t('signIn.code.expired') : timeLeftText
  const note = verify.isError ? refusalText(t, verify.error) : expiryText

  const handleCode = (code: string) => {
    if (verify.isPending) return
    verify.reset()
    registration.codeTyped(code)
    if (code.length === OTP_LENGTH) verify.mutate(code)
  }
  const sendAgain = () => {
    verify.reset()
    resend.mutate(undefined, { onSettled: () => input.current?.focus() })
  }

  return (
    <>
      <p role="status" className="font-medium text-good empty:hidden">
        {hasResent && t('signIn.code.resent')}
      </p>
      {resend.isError && (
        <p role="alert" className="rounded-lg bg-bad-soft px-4 py-3 font-medium text-bad">
          {failureText(t, resend.error)}
        </p>
      )}
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (otpCode.length === OTP_LENGTH && !verify.isPending) verify.mutate(otpCode)
          else input.current?.focus()
        }}
      >
        <CodeField
          ref={input}
          label={t('signIn.code.label')}
          value={otpCode}
          note={note}
          isWrong={verify.isError || isExpired}
          onChange={handleCode}
        />
        <Button type="submit" size="lg" busy={verify.isPending} disabled={verify.isPending || wait !== null}>
          {t('signIn.code.submit')}
        </Button>
        {wait && <p className="text-muted tabular-nums">{t('forms.wait', { time: clock(wait) })}</p>}
        <SupportLink failure={verify.error} />
      </form>
      <StepLinks>
        {change}
        <DelayedButton
          countdown={resendTime && !isOver(resendTime) ? t('signIn.code.resendIn', { time: clock(resendTime) }) : null}
          onPress={sendAgain}
          busy={resend.isPending}
        >
          {t('signIn.code.resend')}
        </DelayedButton>
      </StepLinks>
    </>
  )
}
