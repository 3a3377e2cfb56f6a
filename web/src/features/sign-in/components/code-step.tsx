import { useEffect, useRef } from 'react'
import { Navigate } from 'react-router'
import { ApiFailure } from '~/api/failure'
import { failureText } from '~/features/content/failure-text'
import { clock, isOver } from '~/features/forms/clock'
import { useWait } from '~/features/forms/use-wait'
import { useT } from '~/i18n/context'
import type { Translate } from '~/i18n/translate'
import { Button } from '~/ui/button'
import { OTP_LENGTH } from '../otp'
import { international } from '../phone'
import { register, useRegister } from '../register-store'
import { useStepPath } from '../steps'
import { useOtpClock } from '../use-otp-clock'
import { useResend, useVerify } from '../use-verify'
import { CodeField } from './code-field'
import { StepFrame } from './step-frame'
import { Way, WayInAWhile } from './way'

/** The server's words, and how many tries this code has left. */
function refusalText(t: Translate, error: unknown): string {
  const text = failureText(t, error)
  const { left } = ((error instanceof ApiFailure && error.problem) || {}) as { left?: number }
  return left === undefined ? text : `${text} ${t('signIn.code.triesLeft', { count: left })}`
}

export function CodeStep() {
  const t = useT()
  const pathTo = useStepPath()
  const { phoneNumber, typed, otpCode, otpTime, resendTime } = useRegister()
  const verify = useVerify()
  const resend = useResend()
  const wait = useWait({ failure: verify.error, failedAt: verify.submittedAt })
  const input = useRef<HTMLInputElement>(null)

  useOtpClock()
  useEffect(() => input.current?.focus(), [])
  // A refused code stays to be looked at; the next key takes its place.
  useEffect(() => {
    if (verify.isError) input.current?.select()
  }, [verify.isError, verify.submittedAt])

  if (!phoneNumber || !typed) return <Navigate to={pathTo()} replace />

  const isExpired = otpTime !== null && isOver(otpTime)
  const hasResent = resend.isSuccess && otpCode === '' && !isExpired
  const note = verify.isError
    ? refusalText(t, verify.error)
    : isExpired
      ? t('signIn.code.expired')
      : otpTime
        ? t('signIn.code.expiresIn', { time: clock(otpTime) })
        : ''

  const change = (code: string) => {
    if (verify.isPending) return
    verify.reset()
    register.codeTyped(code)
    if (code.length === OTP_LENGTH) verify.mutate(code)
  }
  const sendAgain = () => {
    verify.reset()
    resend.mutate(undefined, { onSettled: () => input.current?.focus() })
  }

  return (
    <StepFrame
      title={t('signIn.code.title')}
      text={t('signIn.code.text', { phone: international(typed).replaceAll(' ', '\u00a0') })}
      ways={
        <>
          <Way to={pathTo()}>{t('signIn.code.change')}</Way>
          <WayInAWhile
            wait={resendTime && !isOver(resendTime) ? t('signIn.code.resendIn', { time: clock(resendTime) }) : null}
            onGo={sendAgain}
            busy={resend.isPending}
          >
            {t('signIn.code.resend')}
          </WayInAWhile>
        </>
      }
    >
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
          onChange={change}
        />
        <Button type="submit" size="lg" busy={verify.isPending} disabled={verify.isPending || wait !== null}>
          {t('signIn.code.submit')}
        </Button>
        {wait && <p className="text-muted tabular-nums">{t('forms.wait', { time: clock(wait) })}</p>}
      </form>
    </StepFrame>
  )
}
