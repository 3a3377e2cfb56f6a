import { type QueryClient, useQuery } from '@tanstack/react-query'
import { get } from '~/api/query'
import type { Answer } from '~/api/types'
import { useLocale } from '~/i18n/context'
import type { Locale } from '~/i18n/locale'
import { useIsSignedIn } from '../auth/store'

export const LIST = ['GET', '/notification/all'] as const

export const notificationsQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/notification/all', { query: { page: String(page) } }),
  staleTime: 0,
})

export const unreadQuery = (locale: Locale) => ({
  ...get(locale, '/notification/count', { query: { hasViewed: 'false' } }),
  staleTime: 0,
})

/** Shows one as read or not, or all of them, on every page that is loaded. */
export const setViewed = (client: QueryClient, hasViewed: boolean, id?: number) =>
  client.setQueriesData<Answer<'/notification/all', 'get'>>(
    { queryKey: LIST },
    (page) => page && { ...page, data: page.data.map((item) => (id === undefined || item.id === id ? { ...item, hasViewed } : item)) },
  )

/** Asked for once; from then on the line keeps it true. */
export function useUnread() {
  const enabled = useIsSignedIn()
  const { data } = useQuery({ ...unreadQuery(useLocale()), enabled })
  return enabled ? (data?.data.count ?? 0) : 0
}
