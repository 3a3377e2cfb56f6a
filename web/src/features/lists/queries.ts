// Queries of product lists, which influencers compose and share.

import { get, hasPathPrefix, LOADER_FRESH_MS } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

/** The account's lists, newest first. With `productId`, each list tells whether it contains that product. */
export const myListsQuery = (locale: Locale, productId?: number) => ({
  ...get(locale, '/list/all', { query: { productId: productId === undefined ? undefined : String(productId) } }),
  staleTime: LOADER_FRESH_MS,
})

/** Public data of a list, with the products added last in front. */
export const listQuery = (locale: Locale, slug: string, page: number) =>
  get(locale, '/list/{list}', { path: { list: slug }, query: { page: String(page) } })

/** Matches all queries about lists, because one change affects several. */
export const isAboutLists = hasPathPrefix('/list/')
