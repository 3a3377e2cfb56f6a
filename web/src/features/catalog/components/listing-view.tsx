// A list of products with filters, an order and further pages.

import { useSuspenseQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, Suspense, useId } from 'react'
import { Link, useLocation, useNavigation, useSearchParams } from 'react-router'
import { lazyPart } from '~/lib/lazy-part'
import type { ProductCard } from '~shared/api/types'
import { useTree } from '~shared/features/catalog/queries'
import { useLocale, useT } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'
import { type Chip, chipsOf } from '../chips'
import { withoutParam, withParam } from '../filters'
import { appendedPagesOf, firstPage, isFilterOf, type Listing, listingQuery, type Sort, validParams } from '../listing'
import { usePendingSearch } from '../use-pending-search'
import { FilterButton, FilterColumn } from './filter-panels'
import { LoadMore } from './load-more'
import { Grid, ProductItems, SkeletonItems } from './product-grid'

// Most first visits need neither component.
const MorePages = lazyPart(() => import('./more-pages'))
const NoMatches = lazyPart(() => import('./no-matches'), 'deferred')

interface ListingViewProps {
  listing: Listing
  sorts?: readonly Sort[]
  /** Shown when nothing is found and no filter is set. */
  empty: ReactNode
  /** `position` is the product's rank in the list. */
  onOpen?: (product: ProductCard, position: number, searchId: string | undefined) => void
}

/** Filters and order are in the address, further pages in the history entry. */
export function ListingView({ listing, sorts, empty, onOpen }: ListingViewProps) {
  const t = useT()
  const locale = useLocale()
  const tree = useTree()
  const [search] = useSearchParams()
  const { pathname, state } = useLocation()
  const { location: pendingLocation } = useNavigation()
  const isBusy = pendingLocation?.pathname.endsWith(pathname) ?? false
  const added = appendedPagesOf(state)
  const start = firstPage(search)
  const query = listingQuery(locale, listing, search, { page: start })
  // A refetched first page would not match the pages appended to it.
  const { data } = useSuspenseQuery(added.count > 0 ? { ...query, staleTime: Infinity } : query)
  const { products, facets, searchId } = data.data
  const { total, lastPage, perPage } = data.meta
  const isFilter = isFilterOf(listing)
  const chips = chipsOf({ t, listing, search: validParams(search), facets, tree })
  const cleared = withoutParam(search, isFilter)
  const shown = Math.min(total, (start + added.count) * perPage)
  const handleOpen = onOpen && ((product: ProductCard, position: number) => onOpen(product, position, searchId ?? undefined))

  if (total === 0 && chips.length === 0) return empty

  return (
    <div className="grid items-start gap-x-8 lg:grid-cols-[16.5rem_minmax(0,1fr)]">
      <FilterColumn listing={listing} facets={facets} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-[0.9375rem] text-muted">
            {t('catalog.found', { count: total, n: number(total) })}
          </p>
          <div className="flex flex-wrap items-center gap-2">
            <FilterButton {...{ listing, facets, total, isBusy, cleared }} count={chips.length} />
            <SortSelect sorts={sorts} initial={listing.sort} />
          </div>
        </div>
        <FilterChips chips={chips} cleared={cleared} />
        {total === 0 ? (
          <Suspense>
            <NoMatches cleared={cleared} />
          </Suspense>
        ) : (
          <div aria-busy={isBusy || undefined} className={clsx('transition-opacity duration-200', isBusy && 'opacity-60')}>
            <Grid>
              <ProductItems products={products} isAboveFold from={(start - 1) * perPage + 1} onOpen={handleOpen} />
              {added.count > 0 && (
                <Suspense fallback={<SkeletonItems count={8} />}>
                  <MorePages {...{ listing, perPage, ...added }} earlier={products} page={start + 1} onOpen={handleOpen} />
                </Suspense>
              )}
            </Grid>
          </div>
        )}
        <LoadMore
          shown={shown}
          total={total}
          next={start + added.count + 1}
          lastPage={lastPage}
          added={{ count: added.count + 1, searchId: added.searchId ?? searchId ?? undefined }}
        />
      </div>
    </div>
  )
}

const DEFAULT_SORT: readonly Sort[] = ['popular', 'newest', 'price_asc', 'price_desc', 'rating', 'soonest']

/** The address names the order unless it is the list's own (`initial`). */
function SortSelect({ sorts = DEFAULT_SORT, initial }: { sorts?: readonly Sort[] | undefined; initial: Sort }) {
  const t = useT()
  const id = useId()
  const [search, change] = usePendingSearch()
  const choose = (sort: string) => change((search) => withParam(search, 'sort', sort === initial ? undefined : sort))
  return (
    <div className="relative">
      <label htmlFor={id} className="sr-only">
        {t('catalog.sort.label')}
      </label>
      <select
        id={id}
        value={search.get('sort') ?? initial}
        onChange={({ target }) => choose(target.value)}
        className="h-11 appearance-none rounded-lg border border-line-strong/50 bg-surface pr-10 pl-4 text-[0.9375rem] font-medium hover:border-line-strong"
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`catalog.sort.${sort}`)}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-3.5 right-3.5 size-4 text-muted" />
    </div>
  )
}

interface FilterChipsProps {
  chips: Chip[]
  /** The address without filters. */
  cleared: URLSearchParams
}

function FilterChips({ chips, cleared }: FilterChipsProps) {
  const t = useT()
  if (chips.length === 0) return null
  return (
    <ul aria-label={t('catalog.filters.chosen')} className="flex flex-wrap gap-2">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <Link
            to={`?${without}`}
            preventScrollReset
            aria-label={t('catalog.filters.remove', { name: label })}
            className="inline-flex min-h-11 items-center gap-2 rounded-full bg-accent-soft pr-3 pl-4 text-sm font-semibold text-accent-text hover:bg-rose"
          >
            {label}
            <X aria-hidden className="size-4" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={`?${cleared}`}
          preventScrollReset
          className="inline-flex min-h-11 items-center rounded-full px-3 text-sm font-semibold text-muted hover:text-accent-text"
        >
          {t('catalog.filters.clear')}
        </Link>
      </li>
    </ul>
  )
}
