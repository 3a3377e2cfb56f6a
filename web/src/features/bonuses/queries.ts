import { get, JUST_LOADED } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

const PER_PAGE = '20'

/** The caller's bonuses with a page of their history, newest first. */
export const bonusesQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/user/bonuses', { query: { page: String(page), perPage: PER_PAGE } }),
  staleTime: JUST_LOADED,
})
