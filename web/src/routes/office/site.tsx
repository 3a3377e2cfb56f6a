import { useQuery } from '@tanstack/react-query'
import { DeskPage } from '~/features/desk/desk-page'
import { siteQuery } from '~/features/office/settings/queries'
import { SettingsRooms } from '~/features/office/settings/settings-rooms'
import { SiteForm } from '~/features/office/settings/site-form'
import { useI18n } from '~/i18n/context'
import { ListSkeleton } from '~/ui/list-skeleton'
import { LoadFailure } from '~/ui/load-failure'

export function Component() {
  const { t } = useI18n()
  return (
    <DeskPage title={t('office.site.title')} text={t('office.site.text')}>
      <SettingsRooms />
      <Editor />
    </DeskPage>
  )
}

function Editor() {
  const { locale } = useI18n()
  const { data, isError, isFetchedAfterMount, refetch } = useQuery(siteQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  return data && isFetchedAfterMount ? <SiteForm known={data.data} /> : <ListSkeleton />
}
