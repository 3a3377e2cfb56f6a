import { get, hasPathPrefix, LOADER_FRESH_MS } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

/** The lists of the blogger, newest first. With `productId`, each list tells whether it contains that product. */
export const myListsQuery = (locale: Locale, productId?: number) => ({
  ...get(locale, '/list/all', { query: { productId: productId === undefined ? undefined : String(productId) } }),
  staleTime: LOADER_FRESH_MS,
})

/** Public data. The products added last come first. */
export const listQuery = (locale: Locale, slug: string, page: number) =>
  get(locale, '/list/{list}', { path: { list: slug }, query: { page: String(page) } })

/** One change affects several queries. */
export const isAboutLists = hasPathPrefix('/list/')
