import { get } from '~/api/query'
import type { Locale } from '~/i18n/locale'

export const cartQuery = (locale: Locale) => ({ ...get(locale, '/cart/all'), staleTime: 0 })
export const countsQuery = (locale: Locale) => ({ ...get(locale, '/cart/counts'), staleTime: 0 })
