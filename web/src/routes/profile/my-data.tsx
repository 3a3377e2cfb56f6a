import { DeleteForm } from '~/features/account/delete-form'
import { DownloadData } from '~/features/account/download-data'
import { AccountPage, Card } from '~/features/account/page'
import { WithUser } from '~/features/account/with-user'
import { useT } from '~shared/i18n/context'

export function Component() {
  const t = useT()
  return (
    <AccountPage title={t('account.data.title')} text={t('account.data.text')}>
      <WithUser>
        {(user) => (
          <>
            <Card>
              <DownloadData user={user} />
            </Card>
            {!user.deletesAt && (
              <Card>
                <DeleteForm user={user} />
              </Card>
            )}
          </>
        )}
      </WithUser>
    </AccountPage>
  )
}
