// A list of products as its address describes it: of a category, a search, a store or a collection such as new products. The address has
// the same parameters as the API's `/product/all`.

import { useEffect } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { get } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

export const SORTS = ['popular', 'newest', 'price_asc', 'price_desc', 'rating', 'soonest', 'relevance'] as const
export type Sort = (typeof SORTS)[number]

/** Filters fixed by the page, and the default order. */
export interface Listing {
  base: { category?: string; search?: string; store?: string; discounted?: string; bestseller?: string }
  sort: Sort
}

const FILTERS = ['category', 'store', 'minPrice', 'maxPrice', 'discounted', 'inStock', 'readyToday', 'rating']
/** A parameter that filters by a property of products, such as `fields[color]`. */
const FIELD = /^fields\[[\w-]+\]$/

/** How long an unused page of a list stays in the cache. */
const LIST_GC_TIME_MS = 10 * 60_000

export const isField = (name: string) => FIELD.test(name)
/** Whether a parameter is a filter, as opposed to the order, the page number, or a parameter of advertising. */
const isFilter = (name: string) => FILTERS.includes(name) || isField(name)

/** Returns whether a parameter is a filter that can be chosen on this page. A filter that the page itself fixes cannot. */
export const isFilterOf =
  ({ base }: Listing) =>
  (name: string) =>
    isFilter(name) && !(name in base)

/** The first page comes with facets. Later ones come from the same snapshot of the list, which `searchId` names. */
type PageRequest = { page: number } | { page: number; searchId: string | undefined }

/** An amount in qəpik. */
const AMOUNT = /^\d{1,12}$/
/** Checks for the values of parameters. Parameters without a check may have any value. */
const VALIDATORS: Record<string, (value: string) => boolean> = {
  sort: (value) => (SORTS as readonly string[]).includes(value),
  minPrice: (value) => AMOUNT.test(value),
  maxPrice: (value) => AMOUNT.test(value),
  rating: (value) => /^[1-5](\.\d)?$/.test(value),
  discounted: (value) => value === 'true',
  inStock: (value) => value === 'true',
  readyToday: (value) => value === 'true',
}

/** Returns the parameters without mistyped or truncated ones. */
export const validParams = (search: URLSearchParams) =>
  new URLSearchParams(
    [...search].filter(([name, value]) => (name === 'sort' || isFilter(name)) && value && (VALIDATORS[name]?.(value) ?? true)),
  )

/** Returns the parameters of the request for one page of the list. */
export function listingParams({ base, sort }: Listing, search: URLSearchParams, request: PageRequest): Record<string, string | undefined> {
  const chosen = Object.fromEntries(validParams(search))
  const extra = 'searchId' in request ? { searchId: request.searchId } : { facets: 'true' }
  return { sort, ...chosen, ...base, ...extra, page: String(request.page) }
}

/**
 * The query of one page of a list. It is cached longer than other queries, so that going back restores all loaded pages and the scroll
 * position.
 */
export const listingQuery = (locale: Locale, listing: Listing, search: URLSearchParams, request: PageRequest) => ({
  ...get(locale, '/product/all', { query: listingParams(listing, search, request) }),
  gcTime: LIST_GC_TIME_MS,
})

/** Returns the number of the page that the address names. The list begins with it. */
export const firstPage = (search: URLSearchParams) => Math.max(1, Math.floor(Number(search.get('page'))) || 1)

/** The longest search text that the server accepts. */
const MAX_SEARCH_LENGTH = 100

// The lists of the shop's pages.

export const categoryListing = (slug: string): Listing => ({ base: { category: slug }, sort: 'popular' })
export const searchListing = (text: string): Listing => ({
  base: { search: Array.from(text).slice(0, MAX_SEARCH_LENGTH).join('') },
  sort: 'relevance',
})
export const storeListing = (slug: string): Listing => ({ base: { store: slug }, sort: 'popular' })
export const collectionListings = {
  newest: { base: {}, sort: 'newest' },
  sale: { base: { discounted: 'true' }, sort: 'popular' },
  popular: { base: { bestseller: 'true' }, sort: 'popular' },
} satisfies Record<string, Listing>

/**
 * The pages that "show more" has appended to the first one, and the snapshot that they come from. Kept in the history entry, so that back
 * and reload show the same pages.
 */
export interface AppendedPages {
  count: number
  searchId: string | undefined
}

/** Reads the appended pages from the state of a history entry. */
export function appendedPagesOf(state: unknown): AppendedPages {
  const stored = typeof state === 'object' && state && 'added' in state ? (state.added as Partial<AppendedPages> | null) : null
  return { count: Math.max(0, Number(stored?.count) || 0), searchId: typeof stored?.searchId === 'string' ? stored.searchId : undefined }
}

type Change = (search: URLSearchParams) => URLSearchParams

/**
 * The last requested parameters, and the history entry in which they were requested, until React renders them. All components share them,
 * because another component may change the order before a chosen filter is rendered.
 */
let requested: { entryKey: string; search: URLSearchParams } | undefined

/**
 * Returns the parameters of the pending navigation, and a function that changes them. With the parameters of the shown page, a checkbox
 * would react only when the products have loaded, and a second change before that would undo the first.
 */
export function usePendingSearch() {
  const [search, setSearch] = useSearchParams()
  const { pathname, key } = useLocation()
  const { location } = useNavigation()
  // The pending location includes the language prefix.
  const isHere = location?.pathname.endsWith(pathname) ?? false
  const pendingSearch = isHere ? new URLSearchParams(location?.search) : search
  useEffect(() => {
    if (requested?.entryKey !== key) requested = undefined
  }, [key])
  const change = (update: Change) => {
    requested = { entryKey: key, search: update(requested?.entryKey === key ? requested.search : pendingSearch) }
    setSearch(requested.search, { preventScrollReset: true })
  }
  return [pendingSearch, change] as const
}
