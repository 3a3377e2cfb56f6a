import { get } from '~/api/query'
import type { Locale } from '~/i18n/locale'

/** Delivery tariffs, return rights, bonuses and earnings, as the order service charges them. */
export const promisesQuery = (locale: Locale) => get(locale, '/promises')
