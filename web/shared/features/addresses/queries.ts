import { get } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

const DAY_MS = 24 * 3600_000

/** Long enough for the parts of one page to share a response. */
const STALE_TIME_MS = 5_000

export const addressesQuery = (locale: Locale) => ({ ...get(locale, '/user/addresses'), staleTime: STALE_TIME_MS })

// Cities and districts hardly ever change.
const cachedForADay = { staleTime: DAY_MS, gcTime: DAY_MS }
export const citiesQuery = (locale: Locale) => ({ ...get(locale, '/address/cities'), ...cachedForADay })
export const districtsQuery = (locale: Locale, city: string) => ({
  ...get(locale, '/address/cities/{id}/districts', { path: { id: city } }),
  ...cachedForADay,
})
export const stationsQuery = (locale: Locale, city: string) => ({
  ...get(locale, '/address/cities/{id}/stations', { path: { id: city } }),
  ...cachedForADay,
})
