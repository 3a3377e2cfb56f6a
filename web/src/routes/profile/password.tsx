import { AccountPage, Card } from '~/features/account/page'
import { PasswordForm } from '~/features/account/password-form'
import { WithUser } from '~/features/account/with-user'
import { useT } from '~shared/i18n/context'

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
