import { useNavigate } from 'react-router'
import * as v from 'valibot'
import { post } from '~/api/http'
import type { FieldCode } from '~/features/forms/words'
import { SendForm } from '~/features/forms/send-form'
import { useSendForm } from '~/features/forms/use-send-form'
import { useI18n } from '~/i18n/context'
import { AZERBAIJAN, e164, type TypedPhone } from '../phone'
import { register, useRegister } from '../register-store'
import { useStepPath } from '../steps'
import { Note } from './note'
import { PhoneField } from './phone-field'
import { StepFrame } from './step-frame'
import { Way } from './way'

const Schema = v.object({
  phoneNumber: v.pipe(
    v.custom<TypedPhone>(() => true),
    v.check(({ digits }) => digits !== '', 'required' satisfies FieldCode),
    v.check((typed) => e164(typed) !== null, 'invalid_phone' satisfies FieldCode),
  ),
})

/** The first step: whoever has an account signs in by the code, whoever has none gets one. */
export function PhoneStep() {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const pathTo = useStepPath()
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
    onSent: () => navigate(pathTo('code')),
  })

  return (
    <StepFrame
      title={t('signIn.phone.title')}
      text={t('signIn.phone.text')}
      ways={<Way to={pathTo('password')}>{t('signIn.phone.toPassword')}</Way>}
    >
      <Note />
      <SendForm form={form} submit={t('signIn.phone.submit')} submitClass="w-full">
        <PhoneField name="phoneNumber" />
      </SendForm>
    </StepFrame>
  )
}
