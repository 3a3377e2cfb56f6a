import { useQuery } from '@tanstack/react-query'
import { get } from '~/api/query'
import { useLocale } from '~/i18n/context'
import type { Locale } from '~/i18n/locale'
import { useIsSignedIn } from '../auth/store'

export const notificationsQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/notification/all', { query: { page: String(page) } }),
  staleTime: 0,
})

export const unreadQuery = (locale: Locale) => ({
  ...get(locale, '/notification/count', { query: { hasViewed: 'false' } }),
  staleTime: 0,
})

/** Asked for once; from then on the line keeps it true. */
export function useUnread() {
  const enabled = useIsSignedIn()
  const { data } = useQuery({ ...unreadQuery(useLocale()), enabled })
  return enabled ? (data?.data.count ?? 0) : 0
}
