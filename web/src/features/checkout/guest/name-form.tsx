// Creates an account for a guest who orders. Asks for the name only; the rest can be added in the account.

import { useEffect } from 'react'
import { Link } from 'react-router'
import * as v from 'valibot'
import { isProofExpired, completeSignIn } from '~/features/sign-in/complete-sign-in'
import { registration, useRegistration } from '~/features/sign-in/registration-store'
import { post } from '~shared/api/http'
import { browserId } from '~shared/features/auth/browser-id'
import { FormText } from '~shared/features/forms/fields'
import { text } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { MAX_NAME_LENGTH } from '../rules'

const Schema = v.object({ firstName: text(MAX_NAME_LENGTH), lastName: text(MAX_NAME_LENGTH) })

export function NameForm({ onProofExpired }: { onProofExpired: () => void }) {
  const { t, locale } = useI18n()
  const { phoneNumber, verificationToken, draft } = useRegistration()
  const form = useSendForm({
    schema: Schema,
    values: { firstName: draft.firstName, lastName: draft.lastName },
    labels: { firstName: t('signIn.details.firstName'), lastName: t('signIn.details.lastName') },
    send: async (name) => {
      registration.drafted({ ...draft, ...name })
      try {
        return await post(locale, '/auth/signup', {
          ...name,
          phoneNumber: phoneNumber ?? '',
          verificationToken: verificationToken ?? '',
          // The text below the fields says that the button accepts the terms.
          acceptTerms: true,
          device: browserId(),
        })
      } catch (error) {
        if (isProofExpired(error)) {
          registration.unproven()
          onProofExpired()
        }
        throw error
      }
    },
    onSent: ({ data }) => completeSignIn(data),
  })
  const { setFocus } = form.form
  useEffect(() => setFocus('firstName'), [setFocus])
  return (
    <SendForm form={form} submit={t('checkout.contact.submit')} submitClass="w-full">
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <FormText name="firstName" autoComplete="given-name" maxLength={MAX_NAME_LENGTH} />
        <FormText name="lastName" autoComplete="family-name" maxLength={MAX_NAME_LENGTH} />
      </div>
      <p className="text-sm text-muted text-pretty">
        {t('checkout.contact.terms')}{' '}
        <Link to={paths.terms()} target="_blank" rel="noreferrer" className="font-semibold text-accent-text underline">
          {t('checkout.contact.termsLink')}
        </Link>
      </p>
    </SendForm>
  )
}
