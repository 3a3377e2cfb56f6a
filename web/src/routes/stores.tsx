import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { LoadMore } from '~/features/catalog/components/load-more'
import { appendedPagesOf, firstPage } from '~/features/catalog/listing'
import { StoreFilters } from '~/features/stores/components/store-filters'
import { type StoreFilter, storeFilterOf, storesQuery } from '~/features/stores/queries'
import type { Store } from '~shared/api/types'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Breadcrumbs } from '~shared/ui/section'
import { Button, ButtonLink } from '~shared/ui/button'
import { EmptyState, Skeleton } from '~shared/ui/states'
import { StoreCard } from '../features/stores/components/store-card'

/** Filter and order are in the address. */
export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const { pathname, state } = useLocation()
  const { location: pendingLocation } = useNavigation()
  const query = storeFilterOf(search)
  const page = firstPage(search)
  const added = appendedPagesOf(state)
  const { data: stores, meta } = useSuspenseQuery(storesQuery(locale, query, page)).data
  const isBusy = pendingLocation?.pathname.endsWith(pathname) ?? false
  useDocumentHead(t('common.titleOf', { name: t('catalog.stores.title') }))
  return (
    <>
      <Breadcrumbs
        label={t('common.breadcrumbs')}
        crumbs={[{ name: t('common.home'), to: paths.home() }]}
        page={t('catalog.stores.title')}
      />
      <h1 tabIndex={-1} className="mt-1 mb-2 text-3xl sm:text-4xl">
        {t('catalog.stores.title')}
      </h1>
      <p className="mb-6 text-muted">{t('catalog.stores.text')}</p>
      <StoreFilters query={query} />
      {meta.total === 0 ? (
        <EmptyState picture={emptySearch} title={t('stores.none')} text={t('stores.noneText')}>
          <ButtonLink to={paths.stores()}>{t('stores.seeAll')}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <p role="status" className="mb-4 text-[0.9375rem] text-muted">
            {t('stores.found', { count: meta.total, n: number(meta.total) })}
          </p>
          <ul
            aria-busy={isBusy || undefined}
            className={clsx('grid gap-4 transition-opacity sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4', isBusy && 'opacity-60')}
          >
            <StoreItems stores={stores} />
            {added.count > 0 && <StorePages query={query} page={page + 1} count={added.count} earlier={stores} />}
          </ul>
          <LoadMore
            textKey="stores.shown"
            shown={Math.min(meta.total, (page + added.count) * meta.perPage)}
            total={meta.total}
            next={page + added.count + 1}
            lastPage={meta.lastPage}
            added={{ count: added.count + 1, searchId: undefined }}
          />
        </>
      )}
    </>
  )
}

interface StorePagesProps {
  query: StoreFilter
  page: number
  /** The number of pages to show, including this one. */
  count: number
  /** Stores of the earlier pages; one that moved between requests is shown once. */
  earlier: Store[]
}

const StoreItems = ({ stores }: { stores: Store[] }) =>
  stores.map((store) => (
    <li key={store.id}>
      <StoreCard store={store} headingLevel={2} />
    </li>
  ))

const StoreSkeletons = () =>
  Array.from({ length: 4 }, (_, index) => (
    <li key={index}>
      <Skeleton className="h-66 w-full rounded-xl" />
    </li>
  ))

/** Each appended page is a query, so that going back shows all pages from the cache. */
function StorePages({ query, page, count, earlier }: StorePagesProps) {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(storesQuery(locale, query, page))
  const earlierIds = new Set(earlier.map(({ id }) => id))
  const stores = data?.data.filter(({ id }) => !earlierIds.has(id)) ?? []
  const hasFailed = isError && !data
  return (
    <>
      <StoreItems stores={stores} />
      {hasFailed && (
        <li className="col-span-full grid justify-items-center gap-3 rounded-xl bg-sunken p-8 text-center">
          <p>{t('stores.pageFailed')}</p>
          <Button look="secondary" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </li>
      )}
      {!data && !hasFailed && <StoreSkeletons />}
      {count > 1 && <StorePages query={query} page={page + 1} count={count - 1} earlier={[...earlier, ...stores]} />}
    </>
  )
}
