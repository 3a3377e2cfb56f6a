import { get, JUST_LOADED } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

/** Those that have a text in either of their addresses. */
export const redirectsQuery = (locale: Locale, text: string, page: number) => ({
  ...get(locale, '/admin/seo/redirects', { query: { search: text || undefined, page: String(page), perPage: '20' } }),
  staleTime: JUST_LOADED,
})
