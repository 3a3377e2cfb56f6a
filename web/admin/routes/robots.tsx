import { useFresh } from '~admin/ui/use-fresh'
import { AdminPage } from '~admin/ui/admin-page'
import { robotsQuery } from '~admin/features/seo/queries'
import { RobotsForm } from '~admin/features/seo/robots-form'
import { SeoLinks } from '~admin/features/seo/seo-links'
import { useI18n } from '~shared/i18n/context'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { LoadFailure } from '~shared/ui/load-failure'

export function Component() {
  const { t } = useI18n()
  return (
    <AdminPage title="robots.txt" text={t('office.robots.text')}>
      <SeoLinks />
      <Robots />
    </AdminPage>
  )
}

function Robots() {
  const { locale } = useI18n()
  const { data, isError, refetch } = useFresh(robotsQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  return data ? <RobotsForm known={data.data} /> : <ListSkeleton />
}
