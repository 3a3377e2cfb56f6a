import { useQuery } from '@tanstack/react-query'
import { get, JUST_LOADED } from '~shared/api/query'
import { useIsSignedIn } from '~shared/features/auth/store'
import { useLocale } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'

const BONUSES_PER_PAGE = '20'

/** The caller's bonuses with a page of their history, newest first. */
export const bonusesQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/user/bonuses', { query: { page: String(page), perPage: BONUSES_PER_PAGE } }),
  staleTime: JUST_LOADED,
})

export const devicesQuery = (locale: Locale) => ({ ...get(locale, '/user/devices'), staleTime: JUST_LOADED })

/** By the next birthday. */
export const familiesQuery = (locale: Locale) => ({ ...get(locale, '/user/families'), staleTime: JUST_LOADED })

export const notificationsQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/notification/all', { query: { page: String(page) } }),
  staleTime: JUST_LOADED,
})

export const unreadQuery = (locale: Locale) => ({
  ...get(locale, '/notification/count', { query: { hasViewed: 'false' } }),
  staleTime: JUST_LOADED,
})

/** Asked for once; from then on the line keeps it true. */
export function useUnread() {
  const enabled = useIsSignedIn()
  const { data } = useQuery({ ...unreadQuery(useLocale()), enabled })
  return enabled ? (data?.data.count ?? 0) : 0
}

export const preferencesQuery = (locale: Locale) => ({ ...get(locale, '/notification/preferences'), staleTime: JUST_LOADED })

/** Asked for only when somebody wants to be pushed to. */
export const pushKeyQuery = (locale: Locale) => get(locale, '/notification/push/key')

export const cartQuery = (locale: Locale) => ({ ...get(locale, '/cart/all'), staleTime: JUST_LOADED })
export const countsQuery = (locale: Locale) => ({ ...get(locale, '/cart/counts'), staleTime: JUST_LOADED })

/** How the key of every check begins: what changes the cart makes all of them old. */
export const CHECKS = ['POST', '/order/check'] as const

const ORDERS_PER_PAGE = '10'

/** The caller's own, newest first. */
export const ordersQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/order/all', { query: { page: String(page), perPage: ORDERS_PER_PAGE } }),
  staleTime: JUST_LOADED,
})

export const orderQuery = (locale: Locale, code: string) => ({
  ...get(locale, '/order/{code}', { path: { code } }),
  staleTime: JUST_LOADED,
})

export const plansQuery = (locale: Locale, amount: number) => get(locale, '/payment/plans', { query: { amount: String(amount) } })

export const countriesQuery = (locale: Locale) => get(locale, '/auth/countries')

/** Whether a mailed link is still good. Asked once: the answer does not get better. */
export const resetLinkQuery = (locale: Locale, token: string) => ({
  ...get(locale, '/auth/password/forget/verify', { query: { token } }),
  staleTime: Infinity,
  gcTime: 0,
})

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
