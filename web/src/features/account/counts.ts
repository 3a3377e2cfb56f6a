// Queries of the cart and of the counts in the header.

import { useQuery } from '@tanstack/react-query'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import { useIsSignedIn } from '~shared/features/auth/store'
import { useLocale } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'

export const cartQuery = (locale: Locale) => ({ ...get(locale, '/cart/all'), staleTime: LOADER_FRESH_MS })
export const countsQuery = (locale: Locale) => ({ ...get(locale, '/cart/counts'), staleTime: LOADER_FRESH_MS })

/** Prefix of the query keys that tell whether a cart can be ordered. A change of the cart invalidates them. */
export const ORDER_CHECKS_KEY = ['POST', '/order/check'] as const

export const unreadQuery = (locale: Locale) => ({
  ...get(locale, '/notification/count', { query: { hasViewed: 'false' } }),
  staleTime: LOADER_FRESH_MS,
})

/** Number of unread notifications. The notification stream updates it. */
export function useUnread() {
  const isSignedIn = useIsSignedIn()
  const { data } = useQuery({ ...unreadQuery(useLocale()), enabled: isSignedIn })
  return isSignedIn ? (data?.data.count ?? 0) : 0
}
