// Creates an account for a new phone number.

import { Link, Navigate } from 'react-router'
import * as v from 'valibot'
import { NewPassword } from '~/features/forms/new-password'
import { post } from '~shared/api/http'
import { FormCheck, FormText } from '~shared/features/forms/fields'
import { email, errorCode, newPassword, password, text } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { browserId } from '~shared/features/auth/browser-id'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { toast } from '~shared/ui/toast-store'
import { completeSignIn, isProofExpired } from '../complete-sign-in'
import { type Draft, registration, useRegistration } from '../registration-store'
import { type Arrival, useStepPath } from '../steps'
import { StepFrame, StepLink } from './step-frame'

const MAX_NAME_LENGTH = 60
const Schema = v.pipe(
  v.object({
    firstName: text(MAX_NAME_LENGTH),
    lastName: text(MAX_NAME_LENGTH),
    email: email(),
    password: newPassword(),
    passwordConfirmation: password(),
    acceptTerms: v.pipe(
      v.boolean(),
      v.check((isAccepted) => isAccepted, errorCode('terms_required')),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['passwordConfirmation']],
      ({ password, passwordConfirmation }) => password === passwordConfirmation,
      errorCode('passwords_differ'),
    ),
    ['passwordConfirmation'],
  ),
)

function useDetailsForm() {
  const { t, locale } = useI18n()
  const { phoneNumber, verificationToken, draft } = useRegistration()
  return useSendForm({
    schema: Schema,
    values: { ...draft, password: '', passwordConfirmation: '', acceptTerms: false },
    labels: {
      firstName: t('signIn.details.firstName'),
      lastName: t('signIn.details.lastName'),
      email: t('signIn.details.email'),
      password: t('forms.password.label'),
      passwordConfirmation: t('forms.password.repeat'),
      acceptTerms: t('signIn.details.terms'),
    },
    send: async (details) => {
      try {
        const proof = { phoneNumber: phoneNumber ?? '', verificationToken: verificationToken ?? '' }
        return await post(locale, '/auth/signup', { ...details, ...proof, device: browserId() })
      } catch (error) {
        if (isProofExpired(error)) registration.unproven()
        throw error
      }
    },
    onSent: ({ data }) => {
      completeSignIn(data)
      toast.good(t('signIn.details.welcome', { name: data.user.firstName }))
    },
  })
}

/** A reload keeps what was typed, except the passwords. */
export function DetailsStep() {
  const { t } = useI18n()
  const pathTo = useStepPath()
  const { phoneNumber, verificationToken, unusedAccount } = useRegistration()
  const form = useDetailsForm()
  const keepDraft = () => {
    const { firstName, lastName, email } = form.form.getValues() as Draft
    registration.drafted({ firstName, lastName, email })
  }

  if (!verificationToken) {
    const arrival: Arrival = phoneNumber ? { note: 'unproven' } : {}
    return <Navigate to={pathTo()} replace state={arrival} />
  }
  if (unusedAccount) return <Navigate to={pathTo('unused')} replace />
  return (
    <StepFrame
      title={t('signIn.details.title')}
      text={t('signIn.details.text')}
      links={<StepLink to={pathTo()}>{t('signIn.code.change')}</StepLink>}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only listens to events of the fields inside */}
      <div onBlur={keepDraft}>
        <SendForm form={form} submit={t('signIn.details.submit')} submitClass="w-full">
          <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
            <FormText name="firstName" autoComplete="given-name" />
            <FormText name="lastName" autoComplete="family-name" />
          </div>
          <FormText
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            hint={t('signIn.details.emailHint')}
          />
          <NewPassword />
          <div className="grid">
            <FormCheck name="acceptTerms" />
            <Link
              to={paths.terms()}
              target="_blank"
              rel="noreferrer"
              className="ml-8.5 inline-flex min-h-11 items-center justify-self-start font-semibold text-accent-text underline"
            >
              {t('signIn.details.readTerms')}
            </Link>
          </div>
        </SendForm>
      </div>
    </StepFrame>
  )
}
