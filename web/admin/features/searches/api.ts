// Queries about what shoppers searched for in the shop.
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

/** The periods to choose from, in days. */
export const PERIODS = [7, 14, 30, 90] as const
const DEFAULT_DAYS = PERIODS[1]

export interface SearchFilter {
  days: number
  /** Whether only searches that found nothing are listed. */
  isEmpty: boolean
}

/** An unknown period is the default one. */
export function searchFilter(search: URLSearchParams): SearchFilter {
  const typed = Number(search.get('muddet'))
  return { days: PERIODS.find((days) => days === typed) ?? DEFAULT_DAYS, isEmpty: search.get('veziyyet') === 'neticesiz' }
}

/** The most frequent searches come first. */
export const searchesQuery = (locale: Locale, { days, isEmpty }: SearchFilter, page: number) => ({
  ...get(locale, '/admin/search', {
    query: { days: String(days), onlyEmpty: isEmpty ? 'true' : undefined, page: String(page), perPage: '50' },
  }),
  staleTime: LOADER_FRESH_MS,
})
