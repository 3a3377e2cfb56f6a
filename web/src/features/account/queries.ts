import { useQuery } from '@tanstack/react-query'
import { get, JUST_LOADED } from '~shared/api/query'
import { useIsSignedIn } from '~shared/features/auth/store'
import { useLocale } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'

const PER_PAGE = '20'

/** The caller's bonuses with a page of their history, newest first. */
export const bonusesQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/user/bonuses', { query: { page: String(page), perPage: PER_PAGE } }),
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
