import { useQuery } from '@tanstack/react-query'
import { get, JUST_LOADED } from '~shared/api/query'
import { useLocale } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { useIsSignedIn } from '~shared/features/auth/store'

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
