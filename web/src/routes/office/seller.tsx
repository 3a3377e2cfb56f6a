import { useQuery } from '@tanstack/react-query'
import { DeskPage } from '~/features/desk/desk-page'
import { officeQuery } from '~/features/office/settings/queries'
import { SettingsRooms } from '~/features/office/settings/settings-rooms'
import { SellerForm } from '~/features/office/settings/seller-form'
import { useI18n } from '~/i18n/context'
import { ListSkeleton } from '~/ui/list-skeleton'
import { LoadFailure } from '~/ui/load-failure'

export function Component() {
  const { t } = useI18n()
  return (
    <DeskPage title={t('office.seller.title')} text={t('office.seller.text')}>
      <SettingsRooms />
      <Editor />
    </DeskPage>
  )
}

function Editor() {
  const { locale } = useI18n()
  const { data, isError, isFetchedAfterMount, refetch } = useQuery(officeQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  return data && isFetchedAfterMount ? <SellerForm known={data.data} /> : <ListSkeleton />
}
