import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Field } from '~/api/types'
import { useLocale, useT } from '~/i18n/context'
import { number } from '~/i18n/format'
import { firstPage, type Listing, listingQuery, type Sort } from '../listing'
import { FilterChips } from './filter-chips'
import { FilterDialog } from './filter-dialog'
import { Filters } from './filters'
import { LoadMore } from './load-more'
import { Grid, ProductItems } from './product-grid'
import { MorePages } from './more-pages'
import { SortSelect } from './sort-select'

interface Props {
  listing: Listing
  sorts?: readonly Sort[]
  /** What can be filtered by while the list itself tells no facets. */
  fields?: Field[]
  /** What to show when nothing at all is found and no filter is to blame. */
  empty: ReactNode
}

/** How many pages were added to the first one: kept with the history entry, so that back and reload find them again. */
const extraOf = (state: unknown) => (typeof state === 'object' && state && 'extra' in state ? Number(state.extra) || 0 : 0)

/** Products with sorting and filters. The address is the only state. */
export function ListingView({ listing, sorts, fields = [], empty }: Props) {
  const t = useT()
  const locale = useLocale()
  const [search] = useSearchParams()
  const extra = extraOf(useLocation().state)
  const start = firstPage(search)
  const { data } = useSuspenseQuery(listingQuery(locale, listing, search, start))
  const { products } = data.data
  const facets = data.data.facets.length > 0 ? data.data.facets : fields
  const { total, lastPage, perPage } = data.meta
  const isFiltered = [...search.keys()].some((name) => name !== 'sort' && name !== 'page')
  const shown = Math.min(total, (start + extra) * perPage)

  if (total === 0 && !isFiltered) return empty

  return (
    <div className="grid items-start gap-x-8 lg:grid-cols-[16.5rem_minmax(0,1fr)]">
      <aside
        aria-label={t('catalog.filters.title')}
        className="sticky top-36 hidden max-h-[calc(100dvh-10rem)] overflow-y-auto pr-1 pb-4 lg:block"
      >
        <Filters facets={facets} />
      </aside>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-[0.9375rem] text-muted">
            {t('catalog.found', { count: total, n: number(total) })}
          </p>
          <div className="flex flex-wrap items-center gap-2">
            <FilterDialog facets={facets} total={total} />
            <SortSelect sorts={sorts} initial={listing.sort} />
          </div>
        </div>
        <FilterChips facets={facets} />
        {total === 0 ? (
          <p className="rounded-xl bg-sunken px-6 py-14 text-center text-muted">{t('catalog.nothingForFilters')}</p>
        ) : (
          <Grid>
            <ProductItems products={products} areFirst />
            <MorePages listing={listing} from={start + 1} count={extra} perPage={perPage} />
          </Grid>
        )}
        <LoadMore shown={shown} total={total} next={start + extra + 1} lastPage={lastPage} extra={extra} />
      </div>
    </div>
  )
}
