import { useSuspenseQuery } from '@tanstack/react-query'
import { get } from '~shared/api/query'
import type { Category, HomeShelf } from '~shared/api/types'
import { useLocale } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'

const STALE_TIME_MS = 10 * 60_000
/** A shelf is a row of cards that scrolls sideways. */
const SHELF_SIZE = '12'

export const treeQuery = (locale: Locale) => ({ ...get(locale, '/category/all/tree'), staleTime: STALE_TIME_MS, gcTime: STALE_TIME_MS })
export const categoryQuery = (locale: Locale, slug: string) => get(locale, '/category/{category}', { path: { category: slug } })
export const ancestorsQuery = (locale: Locale, slug: string) => get(locale, '/category/parent/{slug}', { path: { slug } })

const SHELVES = {
  popular: { sort: 'popular' },
  newest: { sort: 'newest' },
  sale: { discounted: 'true', sort: 'popular' },
}

/** The gateway builds the same queries for the shelves of the home page. */
export function shelfQuery(locale: Locale, { source, category, products }: HomeShelf) {
  if (source === 'products') return get(locale, '/product/all', { query: { ids: products.join(','), perPage: SHELF_SIZE } })
  const chosen = source === 'category' ? { category, sort: 'popular' } : SHELVES[source]
  return get(locale, '/product/all', { query: { ...chosen, shelf: 'true', perPage: SHELF_SIZE } })
}

export const useTree = () => useSuspenseQuery(treeQuery(useLocale())).data.data

export function findCategory(tree: Category[], slug: string): Category | undefined {
  for (const category of tree) {
    const match = category.slug === slug ? category : findCategory(category.children, slug)
    if (match) return match
  }
  return undefined
}

/** Returns the category after its ancestors. `category` is a slug or an id. */
export function pathTo(tree: Category[], category: string): Category[] {
  for (const candidate of tree) {
    if (candidate.slug === category || String(candidate.id) === category) return [candidate]
    const below = pathTo(candidate.children, category)
    if (below.length > 0) return [candidate, ...below]
  }
  return []
}

export const productQuery = (locale: Locale, slug: string) => get(locale, '/product/{product}', { path: { product: slug } })

/** The response has the products that are still for sale, in the order of `ids`. */
export const productsQuery = (locale: Locale, ids: number[]) =>
  get(locale, '/product/all', { query: { ids: ids.join(','), perPage: '100' } })
