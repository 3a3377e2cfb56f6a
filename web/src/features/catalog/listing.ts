import { get } from '~/api/query'
import type { Locale } from '~/i18n/locale'

// A list of products as its URL describes it. The parameters in the address are the very ones of GET /product/all.

export const SORTS = ['popular', 'newest', 'price_asc', 'price_desc', 'rating', 'relevance'] as const
export type Sort = (typeof SORTS)[number]

/** What the page itself fixes, and the order it starts with. */
export interface Listing {
  base: { category?: string; search?: string; store?: string; discounted?: string }
  sort: Sort
}

const PLAIN = ['sort', 'minPrice', 'maxPrice', 'discounted', 'inStock', 'rating']
const FIELD = /^fields\[[\w-]+\]$/

const LIST_KEPT = 10 * 60_000

export const isFilter = (name: string) => (PLAIN.includes(name) && name !== 'sort') || FIELD.test(name)

export function listingParams({ base, sort }: Listing, search: URLSearchParams, page: number): Record<string, string | undefined> {
  const chosen = Object.fromEntries([...search].filter(([name]) => PLAIN.includes(name) || FIELD.test(name)))
  return { sort, ...chosen, ...base, page: String(page) }
}

/** Kept longer than the rest, so that going back finds every loaded page and with them the place on the page. */
export const listingQuery = (locale: Locale, listing: Listing, search: URLSearchParams, page: number) => ({
  ...get(locale, '/product/all', { query: listingParams(listing, search, page) }),
  gcTime: LIST_KEPT,
})

export const firstPage = (search: URLSearchParams) => Math.max(1, Math.floor(Number(search.get('page'))) || 1)

export const categoryListing = (slug: string): Listing => ({ base: { category: slug }, sort: 'popular' })
export const searchListing = (text: string): Listing => ({ base: { search: text }, sort: 'relevance' })
export const storeListing = (slug: string): Listing => ({ base: { store: slug }, sort: 'popular' })
export const collectionListings = {
  newest: { base: {}, sort: 'newest' },
  sale: { base: { discounted: 'true' }, sort: 'popular' },
  popular: { base: {}, sort: 'popular' },
} satisfies Record<string, Listing>
