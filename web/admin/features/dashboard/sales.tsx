import { useQuery } from '@tanstack/react-query'
import { useI18n } from '~shared/i18n/context'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { dashboardQuery } from './api'
import { SalesChart } from './sales-chart'
import { Today } from './today'
import { TopStores } from './top-stores'

export function Sales() {
  const { locale } = useI18n()
  const { data, isError, refetch } = useQuery(dashboardQuery(locale))
  if (!data) return isError ? <LoadFailure onRetry={() => void refetch()} /> : <ListSkeleton />
  const { today, lastWeek, days, stores } = data.data
  return (
    <>
      <Today today={today} lastWeek={lastWeek} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <SalesChart days={days} />
        <TopStores stores={stores} />
      </div>
    </>
  )
}
