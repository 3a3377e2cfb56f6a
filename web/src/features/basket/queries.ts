import { get, JUST_LOADED } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

export const cartQuery = (locale: Locale) => ({ ...get(locale, '/cart/all'), staleTime: JUST_LOADED })
export const countsQuery = (locale: Locale) => ({ ...get(locale, '/cart/counts'), staleTime: JUST_LOADED })

/** How the key of every check begins: what changes the cart makes all of them old. */
export const CHECKS = ['POST', '/order/check'] as const
