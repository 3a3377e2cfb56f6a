import { useQuery } from '@tanstack/react-query'
import { get, JUST_LOADED } from '~shared/api/query'
import { useIsSignedIn } from '~shared/features/auth/store'
import { useLocale } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'

export const cartQuery = (locale: Locale) => ({ ...get(locale, '/cart/all'), staleTime: JUST_LOADED })
export const countsQuery = (locale: Locale) => ({ ...get(locale, '/cart/counts'), staleTime: JUST_LOADED })

/** How the key of every check begins: what changes the cart makes all of them old. */
export const CHECKS = ['POST', '/order/check'] as const

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
