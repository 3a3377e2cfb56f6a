import { get, JUST_LOADED } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

export type Period = 30 | 90

const PER_PAGE = '20'

/** The blogger's earnings: figures of the period, and a page of the history, newest first. */
export const earningsQuery = (locale: Locale, days: Period, page: number) => ({
  ...get(locale, '/influencer/earnings', { query: { days: String(days), page: String(page), perPage: PER_PAGE } }),
  staleTime: JUST_LOADED,
})
