import { useEffect } from 'react'
import { Link } from 'react-router'
import * as v from 'valibot'
import { post } from '~shared/api/http'
import { FormText } from '~shared/features/forms/fields'
import { text } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { arrive } from '~/features/sign-in/arrive'
import { deviceName } from '~/features/sign-in/device'
import { register, useRegister } from '~/features/sign-in/register-store'
import { isUnproven } from '~/features/sign-in/unproven'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { LONGEST_NAME } from '../rules'

const Schema = v.object({ firstName: text(LONGEST_NAME), lastName: text(LONGEST_NAME) })

/** All that is asked of somebody new: the rest can be added in the account, whenever they like. */
export function NameForm({ onUnproven }: { onUnproven: () => void }) {
  const { t, locale } = useI18n()
  const { phoneNumber, verificationToken, draft } = useRegister()
  const form = useSendForm({
    schema: Schema,
    values: { firstName: draft.firstName, lastName: draft.lastName },
    labels: { firstName: t('signIn.details.firstName'), lastName: t('signIn.details.lastName') },
    send: async (name) => {
      register.drafted({ ...draft, ...name })
      try {
        return await post(locale, '/auth/signup', {
          ...name,
          phoneNumber: phoneNumber ?? '',
          verificationToken: verificationToken ?? '',
          // The button says so.
          acceptTerms: true,
          device: deviceName(),
        })
      } catch (error) {
        if (isUnproven(error)) {
          register.unproven()
          onUnproven()
        }
        throw error
      }
    },
    onSent: ({ data }) => arrive(data),
  })
  const { setFocus } = form.form
  useEffect(() => setFocus('firstName'), [setFocus])
  return (
    <SendForm form={form} submit={t('checkout.contact.submit')} submitClass="w-full">
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <FormText name="firstName" autoComplete="given-name" maxLength={LONGEST_NAME} />
        <FormText name="lastName" autoComplete="family-name" maxLength={LONGEST_NAME} />
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
