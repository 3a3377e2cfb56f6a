import { get } from '~/api/query'
import type { Locale } from '~/i18n/locale'

export const cartQuery = (locale: Locale) => ({ ...get(locale, '/cart/all'), staleTime: 0 })
export const countsQuery = (locale: Locale) => ({ ...get(locale, '/cart/counts'), staleTime: 0 })

/** How the key of every check begins: what changes the cart makes all of them old. */
export const CHECKS = ['POST', '/order/check'] as const
