import { NameForm } from '~/features/account/name-form'
import { AccountPage, Card } from '~/features/account/page'
import { WithUser } from '~/features/account/with-user'
import { useT } from '~shared/i18n/context'

export function Component() {
  const t = useT()
  return (
    <AccountPage title={t('account.name.title')} text={t('account.name.text')}>
      <Card>
        <WithUser>{(user) => <NameForm key={user.id} user={user} />}</WithUser>
      </Card>
    </AccountPage>
  )
}
