import { get } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

/** From so many letters on there are suggestions; with fewer the answer is what is popular. */
export const LEAST = 2

const FRESH_FOR = 5 * 60_000

export const suggestQuery = (locale: Locale, text: string) => ({
  ...get(locale, '/product/suggest', { query: { q: text.length < LEAST ? undefined : text } }),
  staleTime: FRESH_FOR,
  retry: false,
})
