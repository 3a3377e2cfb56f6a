import { useQuery } from '@tanstack/react-query'
import { DeskPage } from '~/features/desk/desk-page'
import { robotsQuery } from '~/features/office/seo/queries'
import { RobotsForm } from '~/features/office/seo/robots-form'
import { SeoRooms } from '~/features/office/seo/seo-rooms'
import { useI18n } from '~/i18n/context'
import { ListSkeleton } from '~/ui/list-skeleton'
import { LoadFailure } from '~/ui/load-failure'

export function Component() {
  const { t } = useI18n()
  return (
    <DeskPage title="robots.txt" text={t('office.robots.text')}>
      <SeoRooms />
      <Robots />
    </DeskPage>
  )
}

function Robots() {
  const { locale } = useI18n()
  const { data, isError, isFetchedAfterMount, refetch } = useQuery(robotsQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  return data && isFetchedAfterMount ? <RobotsForm known={data.data} /> : <ListSkeleton />
}
