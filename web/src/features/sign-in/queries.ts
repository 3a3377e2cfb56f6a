import { get } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

export const countriesQuery = (locale: Locale) => get(locale, '/auth/countries')

/** Whether a mailed link is still good. Asked once: the answer does not get better. */
export const resetLinkQuery = (locale: Locale, token: string) => ({
  ...get(locale, '/auth/password/forget/verify', { query: { token } }),
  staleTime: Infinity,
  gcTime: 0,
})
