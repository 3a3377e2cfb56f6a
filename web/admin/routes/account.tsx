// The page "My account": a member of staff manages the second factors of the own account. It needs no permission.
import { useQuery } from '@tanstack/react-query'
import { secondFactorsQuery } from '~admin/features/account/api'
import { AuthenticatorApp } from '~admin/features/account/authenticator-app'
import { Passkeys } from '~admin/features/account/passkeys'
import { Recovery } from '~admin/features/account/recovery'
import { AdminPage } from '~admin/ui/admin-page'
import { FieldGroup } from '~admin/ui/forms'
import { useI18n } from '~shared/i18n/context'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'

export function Component() {
  const { t } = useI18n()
  return (
    <AdminPage title={t('adminStaff.account.title')} text={t('adminStaff.account.text')}>
      <SecondFactors />
    </AdminPage>
  )
}

function SecondFactors() {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(secondFactorsQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  const { hasTotp, recoveryCodesLeft } = data.data
  return (
    <>
      <FieldGroup title={t('adminStaff.account.app.title')}>
        <AuthenticatorApp hasTotp={hasTotp} />
      </FieldGroup>
      <FieldGroup title={t('adminStaff.account.passkeys.title')}>
        <Passkeys />
      </FieldGroup>
      <FieldGroup title={t('adminStaff.account.codes.title')}>
        <Recovery left={recoveryCodesLeft} />
      </FieldGroup>
    </>
  )
}
