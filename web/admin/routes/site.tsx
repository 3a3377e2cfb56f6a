import { useFresh } from '~admin/ui/use-fresh'
import { AdminPage } from '~admin/ui/admin-page'
import { siteQuery } from '~admin/features/settings/queries'
import { SettingsLinks } from '~admin/features/settings/settings-links'
import { SiteForm } from '~admin/features/settings/site-form'
import { useI18n } from '~shared/i18n/context'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { LoadFailure } from '~shared/ui/load-failure'

export function Component() {
  const { t } = useI18n()
  return (
    <AdminPage title={t('office.site.title')} text={t('office.site.text')}>
      <SettingsLinks />
      <Editor />
    </AdminPage>
  )
}

function Editor() {
  const { locale } = useI18n()
  const { data, isError, refetch } = useFresh(siteQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  return data ? <SiteForm known={data.data} /> : <ListSkeleton />
}
