// Queries about the deliveries of a day. A delivery window is the hours in which a zone is served.
import { bakuDate } from '~shared/i18n/dates'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { Schemas } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { isDay } from '~admin/lib/days'

export type DayWindow = Schemas['DayWindow']
export type WindowDeliveries = Schemas['WindowDeliveries']
export type DeliveredOrder = Schemas['DeliveredOrder']

/** The audit log records each read, so deliveries are fetched less often than the list of orders. */
const REFRESH_MS = 60_000

/** Returns today in Baku if the address has no valid day. */
export function dayOf(search: URLSearchParams, now: number): string {
  const day = search.get('gun') ?? ''
  return isDay(day) ? day : bakuDate(now)
}

export const deliveriesQuery = (locale: Locale, day: string) => ({
  ...get(locale, '/admin/deliveries', { query: { day } }),
  staleTime: LOADER_FRESH_MS,
  refetchInterval: REFRESH_MS,
})

export const windowsQuery = (locale: Locale, day: string) => ({
  ...get(locale, '/admin/delivery-windows', { query: { day } }),
  staleTime: LOADER_FRESH_MS,
})
