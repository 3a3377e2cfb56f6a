import { useQuery } from '@tanstack/react-query'
import { get } from '~shared/api/query'
import { useLocale } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { useIsSignedIn } from '~shared/features/auth/store'

export const likesQuery = (locale: Locale) => ({ ...get(locale, '/product/likes', { query: { isGetAll: 'true' } }), staleTime: 30_000 })

/** The caller's favourites, for signed-in people only. */
export function useLikes() {
  const enabled = useIsSignedIn()
  const { data } = useQuery({ ...likesQuery(useLocale()), enabled })
  return enabled ? data?.data.products : undefined
}
