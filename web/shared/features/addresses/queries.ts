import { get } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

const A_DAY = 24 * 3600_000

/** Parts of a page read them one after the other: what was fetched for the first is good for the next. */
const A_MOMENT = 5_000

export const addressesQuery = (locale: Locale) => ({ ...get(locale, '/user/addresses'), staleTime: A_MOMENT })

// Places stay where they are.
const still = { staleTime: A_DAY, gcTime: A_DAY }
export const citiesQuery = (locale: Locale) => ({ ...get(locale, '/address/cities'), ...still })
export const districtsQuery = (locale: Locale, city: string) => ({
  ...get(locale, '/address/cities/{id}/districts', { path: { id: city } }),
  ...still,
})
export const stationsQuery = (locale: Locale, city: string) => ({
  ...get(locale, '/address/cities/{id}/stations', { path: { id: city } }),
  ...still,
})
