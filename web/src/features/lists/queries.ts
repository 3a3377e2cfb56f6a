import { get, JUST_LOADED } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

/** The caller's own, newest first; with a product, each tells whether it holds that one. */
export const myListsQuery = (locale: Locale, productId?: number) => ({
  ...get(locale, '/list/all', { query: { productId: productId === undefined ? undefined : String(productId) } }),
  staleTime: JUST_LOADED,
})

/** What everybody may read of a list, with the products that were added last first. */
export const listQuery = (locale: Locale, slug: string, page: number) =>
  get(locale, '/list/{list}', { path: { list: slug }, query: { page: String(page) } })

/** Any answer about lists: what changes one of them changes several. */
export const isAboutLists = ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[1]).startsWith('/list/')
