// The form for a one-time code, on the sign-in page and in the checkout.

import { type ReactNode, useEffect, useRef } from 'react'
import { failureText } from '~shared/api/failure'
import { useT } from '~shared/i18n/context'
import { clock, isOver, useRetryAfter } from '~shared/lib/clock'
import { Button } from '~shared/ui/button'
import { OTP_LENGTH } from '../otp'
import { registration, useRegistration } from '../registration-store'
import { type OnProven, refusalText, useOtpClock, useResend, useVerify } from '../use-otp'
import { CodeField } from './code-field'
import { DelayedButton, StepLinks, SupportLink } from './step-frame'

interface CodeFormProps {
  onProven: OnProven
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
