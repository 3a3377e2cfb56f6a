import { get, JUST_LOADED } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

/** The pages that the shop has words for, in the order in which people look for them. */
export const TEXTS = ['faq', 'delivery', 'payment', 'bonuses', 'privacy', 'terms', 'help'] as const

export const headsQuery = (locale: Locale) => ({ ...get(locale, '/admin/content'), staleTime: JUST_LOADED })

/** Newest first: the first one of all is what is published. */
export const versionsQuery = (locale: Locale, page: string, language: Locale, nth: number) => ({
  ...get(locale, '/admin/content/{page}/{language}', { path: { page, language }, query: { page: String(nth), perPage: '10' } }),
  staleTime: JUST_LOADED,
})
