import { useFresh } from '~admin/ui/use-fresh'
import { AdminPage } from '~admin/ui/admin-page'
import { officeQuery } from '~admin/features/settings/queries'
import { SettingsLinks } from '~admin/features/settings/settings-links'
import { SellerForm } from '~admin/features/settings/seller-form'
import { useI18n } from '~shared/i18n/context'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { LoadFailure } from '~shared/ui/load-failure'

export function Component() {
  const { t } = useI18n()
  return (
    <AdminPage title={t('office.seller.title')} text={t('office.seller.text')}>
      <SettingsLinks />
      <Editor />
    </AdminPage>
  )
}

function Editor() {
  const { locale } = useI18n()
  const { data, isError, refetch } = useFresh(officeQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  return data ? <SellerForm known={data.data} /> : <ListSkeleton />
}
