import { get } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

/** For shorter texts, the API returns popular searches. */
export const MIN_LETTERS = 2

const STALE_TIME_MS = 5 * 60_000

export const suggestQuery = (locale: Locale, text: string) => ({
  ...get(locale, '/product/suggest', { query: { q: text.length < MIN_LETTERS ? undefined : text } }),
  staleTime: STALE_TIME_MS,
  retry: false,
})
