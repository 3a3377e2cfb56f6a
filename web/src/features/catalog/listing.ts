import { useEffect } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { get } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

// A list of products as its URL describes it. The parameters in the address are the very ones of GET /product/all.

export const SORTS = ['popular', 'newest', 'price_asc', 'price_desc', 'rating', 'soonest', 'relevance'] as const
export type Sort = (typeof SORTS)[number]

/** What the page itself fixes, and the order it starts with. */
export interface Listing {
  base: { category?: string; search?: string; store?: string; discounted?: string; bestseller?: string }
  sort: Sort
}

const FILTERS = ['category', 'store', 'minPrice', 'maxPrice', 'discounted', 'inStock', 'readyToday', 'rating']
const FIELD = /^fields\[[\w-]+\]$/

const LIST_KEPT = 10 * 60_000

export const isField = (name: string) => FIELD.test(name)
const isFilter = (name: string) => FILTERS.includes(name) || isField(name)

/** What the page fixes is no filter there: it cannot be taken away. */
export const isFilterOf =
  ({ base }: Listing) =>
  (name: string) =>
    isFilter(name) && !(name in base)

/** The first page of a list brings what it can be narrowed by; those after it are cut from the same moment. */
type Part = { page: number } | { page: number; after: string | undefined }

const COUNT = /^\d{1,12}$/
const WRITTEN: Record<string, (value: string) => boolean> = {
  sort: (value) => (SORTS as readonly string[]).includes(value),
  minPrice: (value) => COUNT.test(value),
  maxPrice: (value) => COUNT.test(value),
  rating: (value) => /^[1-5](\.\d)?$/.test(value),
  discounted: (value) => value === 'true',
  inStock: (value) => value === 'true',
  readyToday: (value) => value === 'true',
}

/** What an address says of a list. A part that was cut or mistyped on its way is passed over: the rest still makes a list. */
export const understood = (search: URLSearchParams) =>
  new URLSearchParams(
    [...search].filter(([name, value]) => (name === 'sort' || isFilter(name)) && value && (WRITTEN[name]?.(value) ?? true)),
  )

export function listingParams({ base, sort }: Listing, search: URLSearchParams, part: Part): Record<string, string | undefined> {
  const chosen = Object.fromEntries(understood(search))
  const own = 'after' in part ? { searchId: part.after } : { facets: 'true' }
  return { sort, ...chosen, ...base, ...own, page: String(part.page) }
}

/** Kept longer than the rest, so that going back finds every loaded page and with them the place on the page. */
export const listingQuery = (locale: Locale, listing: Listing, search: URLSearchParams, part: Part) => ({
  ...get(locale, '/product/all', { query: listingParams(listing, search, part) }),
  gcTime: LIST_KEPT,
})

export const firstPage = (search: URLSearchParams) => Math.max(1, Math.floor(Number(search.get('page'))) || 1)

/** The server reads no longer text; what is cut off would not have helped to find anything. */
const LONGEST_SEARCH = 100

export const categoryListing = (slug: string): Listing => ({ base: { category: slug }, sort: 'popular' })
export const searchListing = (text: string): Listing => ({
  base: { search: Array.from(text).slice(0, LONGEST_SEARCH).join('') },
  sort: 'relevance',
})
export const storeListing = (slug: string): Listing => ({ base: { store: slug }, sort: 'popular' })
export const collectionListings = {
  newest: { base: {}, sort: 'newest' },
  sale: { base: { discounted: 'true' }, sort: 'popular' },
  popular: { base: { bestseller: 'true' }, sort: 'popular' },
} satisfies Record<string, Listing>

/**
 * The pages that were added to the first one: how many, and the list they are cut from. Kept with the history entry, so that back and
 * reload find the very same pages again.
 */
export interface Added {
  count: number
  after: string | undefined
}

export function addedOf(state: unknown): Added {
  const kept = typeof state === 'object' && state && 'added' in state ? (state.added as Partial<Added> | null) : null
  return { count: Math.max(0, Number(kept?.count) || 0), after: typeof kept?.after === 'string' ? kept.after : undefined }
}

type Change = (search: URLSearchParams) => URLSearchParams

/** What was asked for last, and on which entry of the history, until React shows it: everybody's, for a sort may follow a filter. */
let asked: { on: string; search: URLSearchParams } | undefined

/**
 * The query of the address as it will be once the navigation under way has arrived, and how to change it. A box that waited for the
 * products would look dead until they come, and a second choice made meanwhile would undo the first; so would one that is made before
 * React has drawn the first.
 */
export function useSearchAhead() {
  const [search, setSearch] = useSearchParams()
  const { pathname, key } = useLocation()
  const { location } = useNavigation()
  // The address ahead has the language in front.
  const isHere = location?.pathname.endsWith(pathname) ?? false
  const ahead = isHere ? new URLSearchParams(location?.search) : search
  useEffect(() => {
    if (asked?.on !== key) asked = undefined
  }, [key])
  const change = (how: Change) => {
    asked = { on: key, search: how(asked?.on === key ? asked.search : ahead) }
    setSearch(asked.search, { preventScrollReset: true })
  }
  return [ahead, change] as const
}
