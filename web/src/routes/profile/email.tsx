import { useSearchParams } from 'react-router'
import { EmailForm } from '~/features/account/email-form'
import { EmailState } from '~/features/account/email-state'
import { EmailVerification, VERIFICATION } from '~/features/account/email-verification'
import { AccountPage, Card } from '~/features/account/page'
import { WithUser } from '~/features/account/with-user'
import { useT } from '~shared/i18n/context'

export function Component() {
  const t = useT()
  const [search] = useSearchParams()
  const token = search.get(VERIFICATION)
  return (
    <AccountPage title={t('account.email.title')}>
      {token && <EmailVerification token={token} />}
      <WithUser>
        {(user) => (
          <Card>
            <EmailState user={user} />
            <EmailForm user={user} />
          </Card>
        )}
      </WithUser>
    </AccountPage>
  )
}
