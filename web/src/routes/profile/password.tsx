import * as v from 'valibot'
import { AccountPage, Card, WithUser } from '~/features/account/page'
import { NewPassword } from '~/features/forms/new-password'
import { post } from '~shared/api/http'
import type { User } from '~shared/api/types'
import { auth } from '~shared/features/auth/store'
import { FormPassword } from '~shared/features/forms/fields'
import { newPassword, password } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n, useT } from '~shared/i18n/context'
import { toast } from '~shared/ui/toast-store'

export function Component() {
  const t = useT()
  return (
    <AccountPage title={t('account.password.title')} text={t('account.password.text')}>
      <Card>
        <WithUser>{(user) => <PasswordForm user={user} />}</WithUser>
      </Card>
    </AccountPage>
  )
}

/** An account without a password is not asked for one. */
const schemaFor = ({ hasPassword }: User) =>
  v.pipe(
    v.object({ currentPassword: hasPassword ? password() : v.string(), password: newPassword(), passwordConfirmation: password() }),
    v.forward(
      v.partialCheck(
        [['password'], ['passwordConfirmation']],
        ({ password, passwordConfirmation }) => password === passwordConfirmation,
        'passwords_differ',
      ),
      ['passwordConfirmation'],
    ),
  )

/** The server responds with new tokens for this session. */
function PasswordForm({ user }: { user: User }) {
  const { t, locale } = useI18n()
  const form = useSendForm({
    schema: schemaFor(user),
    values: { currentPassword: '', password: '', passwordConfirmation: '' },
    labels: {
      currentPassword: t('account.password.current'),
      password: t('account.password.new'),
      passwordConfirmation: t('account.password.again'),
    },
    fieldOf: { invalid_password: 'currentPassword' },
    send: ({ currentPassword, ...change }) =>
      post(locale, '/user/password/update', { ...change, ...(user.hasPassword && { currentPassword }) }),
    onSent: ({ data }, reset) => {
      auth.renewed(data)
      auth.profileLoaded({ ...user, hasPassword: true })
      toast.good(t('account.password.changed'))
      reset()
    },
  })
  return (
    <SendForm form={form} submit={t('account.password.submit')}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={user.email ?? user.phoneNumber} readOnly hidden />
      {user.hasPassword && <FormPassword name="currentPassword" autoComplete="current-password" />}
      <NewPassword />
    </SendForm>
  )
}
