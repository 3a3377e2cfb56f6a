// A list of products: of a category, a search, a store or a collection. Its address has the parameters of the API's `/product/all`.

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
/** Filters by a property of products, such as `fields[color]`. */
const FIELD = /^fields\[[\w-]+\]$/

/** How long an unused page of a list stays in the cache. */
const LIST_GC_TIME_MS = 10 * 60_000

export const isField = (name: string) => FIELD.test(name)
/** False for the order, the page number and parameters of advertising. */
const isFilter = (name: string) => FILTERS.includes(name) || isField(name)

/** Filters that the page fixes cannot be chosen. */
export const isFilterOf =
  ({ base }: Listing) =>
  (name: string) =>
    isFilter(name) && !(name in base)

/** The first page comes with facets, later ones from the snapshot that `searchId` names. */
type PageRequest = { page: number } | { page: number; searchId: string | undefined }

/** An amount in qəpik. */
const AMOUNT = /^\d{1,12}$/
/** Other parameters may have any value. */
const VALIDATORS: Record<string, (value: string) => boolean> = {
  sort: (value) => (SORTS as readonly string[]).includes(value),
  minPrice: (value) => AMOUNT.test(value),
  maxPrice: (value) => AMOUNT.test(value),
  rating: (value) => /^[1-5](\.\d)?$/.test(value),
  discounted: (value) => value === 'true',
  inStock: (value) => value === 'true',
  readyToday: (value) => value === 'true',
}

/** Drops unknown, mistyped and truncated parameters. */
export const validParams = (search: URLSearchParams) =>
  new URLSearchParams(
    [...search].filter(([name, value]) => (name === 'sort' || isFilter(name)) && value && (VALIDATORS[name]?.(value) ?? true)),
  )

export function listingParams({ base, sort }: Listing, search: URLSearchParams, request: PageRequest): Record<string, string | undefined> {
  const chosen = Object.fromEntries(validParams(search))
  const extra = 'searchId' in request ? { searchId: request.searchId } : { facets: 'true' }
  return { sort, ...chosen, ...base, ...extra, page: String(request.page) }
}

/** Cached longer than other queries, so that going back restores all loaded pages and the scroll position. */
export const listingQuery = (locale: Locale, listing: Listing, search: URLSearchParams, request: PageRequest) => ({
  ...get(locale, '/product/all', { query: listingParams(listing, search, request) }),
  gcTime: LIST_GC_TIME_MS,
})

/** The page with which the list begins. */
export const firstPage = (search: URLSearchParams) => Math.max(1, Math.floor(Number(search.get('page'))) || 1)

/** The server refuses longer texts. */
const MAX_SEARCH_LENGTH = 100

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

/** Pages that "show more" has appended to the first one, and their snapshot. The history entry keeps them, so back and reload show them. */
export interface AppendedPages {
  count: number
  searchId: string | undefined
}

export function appendedPagesOf(state: unknown): AppendedPages {
  const hasAdded = typeof state === 'object' && state !== null && 'added' in state
  const added = hasAdded ? (state.added as Partial<AppendedPages> | null) : null
  return {
    count: Math.max(0, Number(added?.count) || 0),
    searchId: typeof added?.searchId === 'string' ? added.searchId : undefined,
  }
}
