import { useQuery } from '@tanstack/react-query'
import type { Store } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { Skeleton } from '~shared/ui/skeleton'
import { type Asked, storesQuery } from '../queries'
import { StoreCard } from './store-card'

interface Props {
  asked: Asked
  page: number
  /** How many pages, with this one. */
  count: number
  /** The stores of the pages before: one that moved meanwhile is shown once. */
  before: Store[]
}

export const StoreItems = ({ stores }: { stores: Store[] }) =>
  stores.map((store) => (
    <li key={store.id}>
      <StoreCard store={store} headingLevel={2} />
    </li>
  ))

/** The pages after the first one, each its own query, so that those loaded once are there at once after going back. */
export function StorePages({ asked, page, count, before }: Props) {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(storesQuery(locale, asked, page))
  const seen = new Set(before.map(({ id }) => id))
  const stores = data?.data.filter(({ id }) => !seen.has(id)) ?? []
  return (
    <>
      {isError && !data ? (
        <li className="col-span-full grid justify-items-center gap-3 rounded-xl bg-sunken p-8 text-center">
          <p>{t('stores.pageFailed')}</p>
          <Button look="secondary" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </li>
      ) : data ? (
        <StoreItems stores={stores} />
      ) : (
        Array.from({ length: 4 }, (_, index) => (
          <li key={index}>
            <Skeleton className="h-66 w-full rounded-xl" />
          </li>
        ))
      )}
      {count > 1 && <StorePages asked={asked} page={page + 1} count={count - 1} before={[...before, ...stores]} />}
    </>
  )
}
