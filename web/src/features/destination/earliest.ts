// The next delivery to the shopper's place, and the texts about it. A slot is a window of hours on one day in which the shop delivers.

import { useQuery } from '@tanstack/react-query'
import { get } from '~shared/api/query'
import type { Schemas } from '~shared/api/types'
import { type Translate, useI18n } from '~shared/i18n/context'
import { day, timeOfDay } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import type { Locale } from '~shared/i18n/locale'
import { useNow } from '~shared/lib/clock'
import { type Destination, useDestination } from './store'

type EarliestDelivery = Schemas['EarliestDelivery']

const STALE_TIME_MS = 60_000
/** How often the next delivery is fetched again, because slots fill up. */
const REFETCH_MS = 5 * 60_000
const MINUTE_MS = 60_000

const earliestQuery = (locale: Locale, place: Destination | null, preparationDays = 0) => ({
  ...get(locale, '/delivery/earliest', {
    query: {
      cityId: place ? String(place.cityId) : undefined,
      districtId: place?.districtId === undefined ? undefined : String(place.districtId),
      preparationDays: preparationDays > 0 ? String(preparationDays) : undefined,
    },
  }),
  staleTime: STALE_TIME_MS,
})

interface Earliest extends EarliestDelivery {
  /** The minutes in which an order still gets this slot, or null if no slot is free. */
  minutesLeft: number | null
}

/**
 * Returns the next delivery to the shopper's place, for goods that need these days of preparation. The time left is measured from the
 * server's time, so that it is right even if the device's clock is wrong.
 */
export function useEarliest(preparationDays = 0): Earliest | null {
  const { locale } = useI18n()
  const now = useNow()
  const place = useDestination((state) => state.place)
  const { data, dataUpdatedAt } = useQuery({
    ...earliestQuery(locale, place, preparationDays),
    refetchInterval: ({ state }) => Math.min(REFETCH_MS, Math.max(1000, msUntilDeadline(state.data?.data))),
    refetchOnWindowFocus: true,
  })
  const response = data?.data
  // The gateway renders without clock and place, so the first render shows nothing.
  if (!response || now === null) return null
  const elapsedMs = Math.max(0, now - dataUpdatedAt)
  const leftMs = msUntilDeadline(response) - elapsedMs
  return { ...response, minutesLeft: response.orderUntil === undefined ? null : Math.max(0, Math.ceil(leftMs / MINUTE_MS)) }
}

/** Returns the time from the response to the deadline for orders that get its slot, or the usual interval without a slot. */
const msUntilDeadline = (response: EarliestDelivery | undefined) =>
  response?.orderUntil === undefined ? REFETCH_MS : Date.parse(response.orderUntil) - Date.parse(response.at)

/** Formats a window: `bu gün 16:00–18:00`. */
export const windowText = (locale: Locale, { from, until }: { from: string; until: string }, at: string) =>
  `${day(locale, from, Date.parse(at))} ${timeOfDay(from)}–${timeOfDay(until)}`

/** Formats the next window with a capital letter: `Bu gün 16:00–18:00`. */
export function promiseText(locale: Locale, earliest: Earliest | null): string | null {
  if (!earliest?.slot) return null
  const window = windowText(locale, earliest.slot, earliest.at)
  return window.charAt(0).toLocaleUpperCase(locale) + window.slice(1)
}

/** Formats the time left: `1 saat 20 dəq`. Returns null if no time is left, or at least a day. */
export function leftText(t: Translate, minutes: number): string | null {
  const hours = Math.floor(minutes / 60)
  if (minutes < 1 || hours >= 24) return null
  if (hours === 0) return t('promises.earliest.minutes', { n: minutes })
  const minutesLeft = minutes % 60
  if (minutesLeft === 0) return t('promises.earliest.hours', { n: hours })
  return t('promises.earliest.hoursAndMinutes', { hours, minutes: minutesLeft })
}

/** Describes the delivery cost for goods worth `goods`. The window's surcharge is charged even when delivery is free. */
export function feeText(t: Translate, { slot, freeFrom, minimum }: EarliestDelivery, goods: number): string | null {
  if (!slot) return null
  if (goods < minimum) return t('promises.earliest.minimum', { price: money(minimum) })
  if (slot.fee === 0) return t('promises.earliest.free')
  if (freeFrom === undefined) return t('promises.earliest.fee', { price: money(slot.fee) })
  if (goods < freeFrom) return t('promises.earliest.feeUntil', { price: money(slot.fee), from: money(freeFrom) })
  return slot.surcharge > 0 ? t('promises.earliest.surcharge', { price: money(slot.surcharge) }) : t('promises.earliest.free')
}
