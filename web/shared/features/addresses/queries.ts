import { get } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

const A_DAY = 24 * 3600_000

/** Milliseconds; several parts of a page read the addresses one after the other. */
const A_FEW_SECONDS = 5_000

export const addressesQuery = (locale: Locale) => ({ ...get(locale, '/user/addresses'), staleTime: A_FEW_SECONDS })

// Cities and districts hardly ever change.
const cachedForADay = { staleTime: A_DAY, gcTime: A_DAY }
export const citiesQuery = (locale: Locale) => ({ ...get(locale, '/address/cities'), ...cachedForADay })
export const districtsQuery = (locale: Locale, city: string) => ({
  ...get(locale, '/address/cities/{id}/districts', { path: { id: city } }),
  ...cachedForADay,
})
export const stationsQuery = (locale: Locale, city: string) => ({
  ...get(locale, '/address/cities/{id}/stations', { path: { id: city } }),
  ...cachedForADay,
})
