import * as v from 'valibot'
import { post } from '~shared/api/http'
import { FormPassword, FormText } from '~shared/features/forms/fields'
import { chosen, password } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { arrive } from '../arrive'
import { deviceName } from '../device'
import { useStepPath } from '../steps'
import { Note } from './note'
import { StepFrame } from './step-frame'
import { Way } from './way'

const Schema = v.object({ login: v.pipe(v.string(), v.trim(), chosen()), password: password() })

/** The way for those who remember their password. */
export function PasswordStep() {
  const { t, locale } = useI18n()
  const pathTo = useStepPath()
  const form = useSendForm({
    schema: Schema,
    values: { login: '', password: '' },
    labels: { login: t('signIn.password.login'), password: t('signIn.password.password') },
    send: (credentials) => post(locale, '/auth/signin', { ...credentials, device: deviceName() }),
    onSent: ({ data }) => arrive(data),
  })
  return (
    <StepFrame
      title={t('signIn.password.title')}
      text={t('signIn.password.text')}
      ways={
        <>
          <Way to={pathTo()}>{t('signIn.password.toPhone')}</Way>
          <Way to={pathTo('forgot')}>{t('signIn.password.forgot')}</Way>
        </>
      }
    >
      <Note />
      <SendForm form={form} submit={t('signIn.password.submit')} submitClass="w-full">
        <FormText name="login" hint={t('signIn.password.loginHint')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
        <FormPassword name="password" autoComplete="current-password" />
      </SendForm>
    </StepFrame>
  )
}
