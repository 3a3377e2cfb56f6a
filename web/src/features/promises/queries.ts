import { get } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

/** Delivery tariffs, return rights, bonuses and earnings, as the order service charges them. */
export const promisesQuery = (locale: Locale) => get(locale, '/promises')
