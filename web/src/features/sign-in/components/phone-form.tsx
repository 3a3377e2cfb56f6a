// The form for a phone number, in the sign-in, the checkout and the account.

import * as v from 'valibot'
import { post } from '~shared/api/http'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { browserId } from '~shared/features/auth/browser-id'
import { useI18n } from '~shared/i18n/context'
import { AZERBAIJAN, toE164, type TypedPhone } from '../phone'
import { registration, useRegistration } from '../registration-store'
import { errorCode } from '~shared/features/forms/rules'
import { PhoneField } from './phone-field'

const Schema = v.object({
  phoneNumber: v.pipe(
    v.custom<TypedPhone>(() => true),
    v.check(({ digits }) => digits !== '', errorCode('required')),
    v.check((typed) => toE164(typed) !== null, errorCode('invalid_phone')),
  ),
})

interface PhoneFormProps {
  onSent: () => void | Promise<void>
  autoComplete?: string
}

export function PhoneForm({ onSent, autoComplete = 'tel' }: PhoneFormProps) {
  const { t, locale } = useI18n()
  const typedBefore = useRegistration((state) => state.typed)
  const form = useSendForm({
    schema: Schema,
    values: { phoneNumber: typedBefore ?? { country: AZERBAIJAN, digits: '' } },
    labels: { phoneNumber: t('signIn.phone.number') },
    send: async ({ phoneNumber: typed }) => {
      const phoneNumber = toE164(typed) ?? ''
      const { resendAt, phoneNumber: sentTo } = useRegistration.getState()
      // The server sends this number no other code yet, so the one already sent is used.
      if (sentTo === phoneNumber && Date.now() < resendAt) return
      const { data } = await post(locale, '/auth/otp/send', { phoneNumber, device: browserId() })
      registration.codeSent(phoneNumber, typed, data, Date.now())
    },
    onSent,
  })
  return (
    <SendForm form={form} submit={t('signIn.phone.submit')} submitClass="w-full">
      <PhoneField name="phoneNumber" autoComplete={autoComplete} />
    </SendForm>
  )
}
