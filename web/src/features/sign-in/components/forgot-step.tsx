import { useNavigate } from 'react-router'
import * as v from 'valibot'
import { post } from '~shared/api/http'
import { FormText } from '~shared/features/forms/fields'
import { email } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { forgotPassword, useForgotPassword } from '../forgot-store'
import { useStepPath } from '../steps'
import { StepFrame } from './step-frame'
import { Way } from './way'

const Schema = v.object({ email: email() })

export function ForgotStep() {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const pathTo = useStepPath()
  const known = useForgotPassword((state) => state.forgot_email)
  const form = useSendForm({
    schema: Schema,
    values: { email: known ?? '' },
    labels: { email: t('signIn.forgot.email') },
    send: async (asked) => {
      await post(locale, '/auth/password/forget', asked)
      return asked.email
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
      ways={<Way to={pathTo('password')}>{t('signIn.forgot.back')}</Way>}
    >
      <SendForm form={form} submit={t('signIn.forgot.submit')} submitClass="w-full">
        <FormText name="email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
      </SendForm>
    </StepFrame>
  )
}
