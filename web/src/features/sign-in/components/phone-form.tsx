import * as v from 'valibot'
import { post } from '~shared/api/http'
import type { FieldCode } from '~shared/features/forms/words'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { AZERBAIJAN, e164, type TypedPhone } from '../phone'
import { register, useRegister } from '../register-store'
import { PhoneField } from './phone-field'

const Schema = v.object({
  phoneNumber: v.pipe(
    v.custom<TypedPhone>(() => true),
    v.check(({ digits }) => digits !== '', 'required' satisfies FieldCode),
    v.check((typed) => e164(typed) !== null, 'invalid_phone' satisfies FieldCode),
  ),
})

/** Asks for a number and has a code sent to it. */
export function PhoneForm({ onSent }: { onSent: () => void | Promise<void> }) {
  const { t, locale } = useI18n()
  const known = useRegister((state) => state.typed)
  const form = useSendForm({
    schema: Schema,
    values: { phoneNumber: known ?? { country: AZERBAIJAN, digits: '' } },
    labels: { phoneNumber: t('signIn.phone.number') },
    send: async ({ phoneNumber: typed }) => {
      const phoneNumber = e164(typed) ?? ''
      const { resendAt, phoneNumber: sentTo } = useRegister.getState()
      // Back to correct a slip and on again: the code that is on its way is still the right one.
      if (sentTo === phoneNumber && Date.now() < resendAt) return
      const { data } = await post(locale, '/auth/otp/send', { phoneNumber })
      register.codeSent(phoneNumber, typed, data, Date.now())
    },
    onSent,
  })
  return (
    <SendForm form={form} submit={t('signIn.phone.submit')} submitClass="w-full">
      <PhoneField name="phoneNumber" />
    </SendForm>
  )
}
