import { useEffect, useRef } from 'react'
import { useController } from 'react-hook-form'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import * as v from 'valibot'
import { AccountPage, Card, PhoneNumber, WithUser } from '~/features/account/page'
import { SignInAgain } from '~/features/account/sign-in-again'
import { browserId } from '~shared/features/auth/browser-id'
import { CodeField } from '~/features/sign-in/components/code-field'
import { refusalText, useOtpClock, useResend } from '~/features/sign-in/use-otp'
import { PhoneForm } from '~/features/sign-in/components/phone-form'
import { DelayedButton, StepLink, StepLinks } from '~/features/sign-in/components/step-frame'
import { OTP_LENGTH } from '~/features/sign-in/otp'
import { formatInternational } from '~/features/sign-in/phone'
import { registration, useRegistration } from '~/features/sign-in/registration-store'
import { ApiFailure, failureText } from '~shared/api/failure'
import { post } from '~shared/api/http'
import type { User } from '~shared/api/types'
import { auth } from '~shared/features/auth/store'
import { FormPassword } from '~shared/features/forms/fields'
import { errorCode, password } from '~shared/features/forms/rules'
import { SendForm, useParentForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { type Translate, useI18n, useT } from '~shared/i18n/context'
import { clock, isOver } from '~shared/lib/clock'
import { paths, SIGN_IN_STEPS } from '~shared/lib/paths'
import { phoneText } from '~shared/lib/text'
import { toast } from '~shared/ui/toast-store'

/** The first step asks for the new number, the second one for the code that was sent to it. */
export function Component() {
  const t = useT()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const hasSent = useRegistration(({ typed, codeToken }) => typed !== null && codeToken !== '')
  const isCodeStep = search.get('addim') === SIGN_IN_STEPS.code
  // The next visitor of the sign-in page must not see the typed number.
  useEffect(() => () => void registration.cleared(), [])
  if (isCodeStep && !hasSent) return <Navigate to={paths.profilePhone()} replace />
  return (
    <AccountPage title={t('account.changePhone.title')} text={isCodeStep ? undefined : t('account.changePhone.text')}>
      <Card>
        <WithUser>
          {(user) =>
            isCodeStep ? (
              <CodeStep user={user} />
            ) : (
              <div className="grid max-w-md gap-6">
                <p className="text-muted">
                  {t('account.changePhone.now')} <PhoneNumber user={user} />
                </p>
                <PhoneForm onSent={() => navigate(paths.profilePhone('code'))} />
              </div>
            )
          }
        </WithUser>
      </Card>
    </AccountPage>
  )
}

/** An account without a password is not asked for one. */
const schemaFor = ({ hasPassword }: User) =>
  v.object({
    otpCode: v.pipe(v.string(), v.length(OTP_LENGTH, errorCode('required'))),
    password: hasPassword ? password() : v.string(),
  })

/** Adds the number of tries left to the text of the failure. */
const withTriesLeft = (t: Translate, error: unknown) =>
  error instanceof ApiFailure && error.problem
    ? new ApiFailure(error.kind, error.status, { ...error.problem, detail: refusalText(t, error) }, error.retryAfter)
    : error

function CodeStep({ user }: { user: User }) {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const { typed, resendTime } = useRegistration()
  const resend = useResend()
  useOtpClock()
  const form = useSendForm({
    schema: schemaFor(user),
    values: { otpCode: '', password: '' },
    labels: { otpCode: t('signIn.code.label'), password: t('account.password.current') },
    fieldOf: { otp_invalid: 'otpCode', otp_expired: 'otpCode', otp_too_many_attempts: 'otpCode', invalid_password: 'password' },
    send: async ({ otpCode, password }) => {
      const { phoneNumber, codeToken } = useRegistration.getState()
      const proof = { phoneNumber: phoneNumber ?? '', otpCode, codeToken, device: browserId() }
      try {
        return await post(locale, '/user/phone', { ...proof, ...(user.hasPassword && { password }) })
      } catch (error) {
        throw withTriesLeft(t, error)
      }
    },
    onSent: async ({ data }) => {
      auth.profileLoaded(data)
      toast.good(t('account.changePhone.changed', { phone: phoneText(data.phoneNumber) }))
      await navigate(paths.security(), { replace: true })
    },
  })
  const hasResent = resend.isSuccess && form.form.getValues('otpCode') === ''
  return (
    <div className="grid max-w-md gap-5">
      <p className="text-pretty text-muted">
        {t('signIn.code.text', { phone: typed ? formatInternational(typed).replaceAll(' ', '\u00a0') : '' })}
      </p>
      <p role="status" className="font-medium text-good empty:hidden">
        {hasResent && t('signIn.code.resent')}
      </p>
      {resend.isError && (
        <p role="alert" className="rounded-lg bg-bad-soft px-4 py-3 font-medium text-bad">
          {failureText(t, resend.error)}
        </p>
      )}
      <SendForm form={form} submit={t('account.changePhone.submit')} submitClass="w-full">
        <FormCode />
        {user.hasPassword && <FormPassword name="password" autoComplete="current-password" hint={t('account.email.passwordHint')} />}
        <SignInAgain failure={form.failure} />
      </SendForm>
      <StepLinks>
        <StepLink to={paths.profilePhone()}>{t('signIn.code.change')}</StepLink>
        <DelayedButton
          countdown={resendTime && !isOver(resendTime) ? t('signIn.code.resendIn', { time: clock(resendTime) }) : null}
          onPress={() => {
            form.form.resetField('otpCode')
            resend.mutate(undefined, { onSettled: () => form.form.setFocus('otpCode') })
          }}
          busy={resend.isPending}
        >
          {t('signIn.code.resend')}
        </DelayedButton>
      </StepLinks>
    </div>
  )
}

function FormCode() {
  const t = useT()
  const { form, labels, errorFor } = useParentForm()
  const { field } = useController({ name: 'otpCode', control: form.control })
  const otpTime = useRegistration((state) => state.otpTime)
  const input = useRef<HTMLInputElement | null>(null)
  const error = errorFor('otpCode')
  useEffect(() => input.current?.focus(), [])

  const isExpired = otpTime !== null && isOver(otpTime)
  const timeLeftText = otpTime ? t('signIn.code.expiresIn', { time: clock(otpTime) }) : ''
  const expiryText = isExpired ? t('signIn.code.expired') : timeLeftText
  return (
    <CodeField
      ref={(element) => {
        input.current = element
        field.ref(element)
      }}
      label={labels.otpCode ?? ''}
      value={String(field.value)}
      note={error ?? expiryText}
      isWrong={error !== undefined || isExpired}
      onChange={(code) => {
        form.clearErrors('otpCode')
        field.onChange(code)
      }}
    />
  )
}
