// The sign-in page, one step at a time.

import { type ComponentType, useEffect, useRef } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import * as v from 'valibot'
import { PasskeySignIn, withPasskeys } from '~/features/passkeys/components/passkey-sign-in'
import { DetailsStep } from '~/features/sign-in/components/details-step'
import { MailedStep, ResetStep } from '~/features/sign-in/components/reset-step'
import { UnusedStep } from '~/features/sign-in/components/unused-step'
import { safeNext, type Step, stepOf, useStepPath } from '~/features/sign-in/steps'
import { post } from '~shared/api/http'
import { useIsSignedIn } from '~shared/features/auth/store'
import { FormPassword, FormText } from '~shared/features/forms/fields'
import { requiredChoice, email, password } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { browserId } from '~shared/features/auth/browser-id'
import { useI18n, useT } from '~shared/i18n/context'
import { LogoMark } from '~shared/ui/logo'
import { completeSignIn } from '../features/sign-in/complete-sign-in'
import { CodeForm } from '../features/sign-in/components/code-form'
import { PhoneForm } from '../features/sign-in/components/phone-form'
import { RedirectReason, StepFrame, StepLink, SupportLink } from '../features/sign-in/components/step-frame'
import { formatInternational } from '../features/sign-in/phone'
import { forgotPassword, useForgotPassword, useRegistration } from '../features/sign-in/registration-store'

const STEPS: Record<Step, ComponentType> = {
  phone: PhoneStep,
  code: CodeStep,
  details: DetailsStep,
  unused: UnusedStep,
  password: PasswordStep,
  forgot: ForgotStep,
  mailed: MailedStep,
  reset: ResetStep,
}

/** Focuses the heading of a new step, as on a new page. In the step of the code, its field takes the focus. */
function useFocusOnStep(step: Step) {
  const lastStep = useRef(step)
  useEffect(() => {
    if (lastStep.current === step) return
    lastStep.current = step
    if (step !== 'code') document.querySelector('h1')?.focus({ preventScroll: true })
  }, [step])
}

/** A signed-in user goes on to `next`, the page that led here. */
export function Component() {
  const [search] = useSearchParams()
  const step = stepOf(search)
  useFocusOnStep(step)
  if (useIsSignedIn() && step !== 'reset') return <Navigate to={safeNext(search.get('next'))} replace />
  const StepComponent = STEPS[step]
  return (
    <div className="mx-auto my-6 grid max-w-md grid-cols-[minmax(0,1fr)] gap-6 rounded-2xl border border-line bg-surface p-6 shadow-quiet sm:my-14 sm:p-10">
      <LogoMark className="size-14" />
      <StepComponent key={step} />
    </div>
  )
}

function PhoneStep() {
  const t = useT()
  const navigate = useNavigate()
  const pathTo = useStepPath()
  return (
    <StepFrame
      title={t('signIn.phone.title')}
      text={t('signIn.phone.text')}
      links={<StepLink to={pathTo('password')}>{t('signIn.phone.toPassword')}</StepLink>}
    >
      <RedirectReason />
      <PhoneForm onSent={() => navigate(pathTo('code'))} autoComplete={withPasskeys('tel')} />
      <PasskeySignIn belowForm />
    </StepFrame>
  )
}

function CodeStep() {
  const t = useT()
  const navigate = useNavigate()
  const pathTo = useStepPath()
  const { phoneNumber, typed } = useRegistration()
  if (!phoneNumber || !typed) return <Navigate to={pathTo()} replace />
  return (
    <StepFrame title={t('signIn.code.title')} text={t('signIn.code.text', { phone: formatInternational(typed).replaceAll(' ', '\u00a0') })}>
      <CodeForm
        // The code is used up, so “back” leads to the phone number.
        onProven={(next) => navigate(pathTo(next), { replace: true })}
        change={<StepLink to={pathTo()}>{t('signIn.code.change')}</StepLink>}
      />
    </StepFrame>
  )
}

const ForgotSchema = v.object({ email: email() })

function ForgotStep() {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const pathTo = useStepPath()
  const typedBefore = useForgotPassword((state) => state.forgot_email)
  const form = useSendForm({
    schema: ForgotSchema,
    values: { email: typedBefore ?? '' },
    labels: { email: t('signIn.forgot.email') },
    send: async (values) => {
      await post(locale, '/auth/password/forget', values)
      return values.email
    },
    onSent: (email) => {
      forgotPassword.mailed(email, Date.now())
      return navigate(pathTo('mailed'))
    },
  })
  return (
    <StepFrame
      title={t('signIn.forgot.title')}
      text={t('signIn.forgot.text')}
      links={<StepLink to={pathTo('password')}>{t('signIn.forgot.back')}</StepLink>}
    >
      <SendForm form={form} submit={t('signIn.forgot.submit')} submitClass="w-full">
        <FormText name="email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
      </SendForm>
    </StepFrame>
  )
}

const PasswordSchema = v.object({ login: v.pipe(v.string(), v.trim(), requiredChoice()), password: password() })

function PasswordStep() {
  const { t, locale } = useI18n()
  const pathTo = useStepPath()
  const { typed, unusedAccount } = useRegistration()
  const form = useSendForm({
    schema: PasswordSchema,
    // A visitor who comes from the step of an unused account has typed the number already.
    values: { login: typed && unusedAccount ? formatInternational(typed) : '', password: '' },
    labels: { login: t('signIn.password.login'), password: t('signIn.password.password') },
    send: (credentials) => post(locale, '/auth/signin', { ...credentials, device: browserId() }),
    onSent: ({ data }) => completeSignIn(data),
  })
  return (
    <StepFrame
      title={t('signIn.password.title')}
      text={t('signIn.password.text')}
      links={
        <>
          <StepLink to={pathTo()}>{t('signIn.password.toPhone')}</StepLink>
          <StepLink to={pathTo('forgot')}>{t('signIn.password.forgot')}</StepLink>
        </>
      }
    >
      <RedirectReason />
      <SendForm form={form} submit={t('signIn.password.submit')} submitClass="w-full">
        <FormText
          name="login"
          hint={t('signIn.password.loginHint')}
          autoComplete={withPasskeys('username')}
          autoCapitalize="none"
          spellCheck={false}
        />
        <FormPassword name="password" autoComplete="current-password" />
        <SupportLink failure={form.failure} />
      </SendForm>
      <PasskeySignIn belowForm />
    </StepFrame>
  )
}
