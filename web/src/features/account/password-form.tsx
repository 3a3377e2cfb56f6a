import * as v from 'valibot'
import { post } from '~/api/http'
import type { User } from '~/api/types'
import { auth } from '~/features/auth/store'
import { FormPassword } from '~/features/forms/fields'
import { NewPassword } from '~/features/forms/new-password'
import { newPassword, password } from '~/features/forms/rules'
import { SendForm } from '~/features/forms/send-form'
import { useSendForm } from '~/features/forms/use-send-form'
import { useI18n } from '~/i18n/context'
import { toast } from '~/ui/toast-store'

const Schema = v.pipe(
  v.object({ currentPassword: password(), password: newPassword(), passwordConfirmation: password() }),
  v.forward(
    v.partialCheck(
      [['password'], ['passwordConfirmation']],
      ({ password, passwordConfirmation }) => password === passwordConfirmation,
      'passwords_differ',
    ),
    ['passwordConfirmation'],
  ),
)

export function PasswordForm({ user }: { user: User }) {
  const { t, locale } = useI18n()
  const form = useSendForm({
    schema: Schema,
    values: { currentPassword: '', password: '', passwordConfirmation: '' },
    labels: {
      currentPassword: t('account.password.current'),
      password: t('account.password.new'),
      passwordConfirmation: t('account.password.again'),
    },
    fieldOf: { invalid_password: 'currentPassword' },
    send: (change) => post(locale, '/user/password/update', change),
    onSent: ({ data }, reset) => {
      auth.renewed(data)
      toast.good(t('account.password.changed'))
      reset()
    },
  })
  return (
    <SendForm form={form} submit={t('account.password.submit')}>
      {/* For password managers, which would otherwise ask whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <FormPassword name="currentPassword" autoComplete="current-password" />
      <NewPassword />
    </SendForm>
  )
}
