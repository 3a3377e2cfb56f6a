// The next delivery to the shopper's place. A slot is a window of hours on one day.

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
/** Slots fill up, so the next delivery is fetched again. */
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
  /** How long an order still gets this slot, or null without a slot. */
  minutesLeft: number | null
}

/** The time left is measured from the server's time, because the device's clock may be wrong. */
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

/** The time from the response until an order is too late for the slot. Without a slot, it is the usual interval. */
const msUntilDeadline = (response: EarliestDelivery | undefined) =>
  response?.orderUntil === undefined ? REFETCH_MS : Date.parse(response.orderUntil) - Date.parse(response.at)

/** The window for use in a sentence, such as `bu gün 16:00–18:00`. `at` is the time of the response. */
export const windowText = (locale: Locale, { from, until }: { from: string; until: string }, at: string) =>
  `${day(locale, from, Date.parse(at))} ${timeOfDay(from)}–${timeOfDay(until)}`

/** The window with a capital letter, such as `Bu gün 16:00–18:00`. */
export function promiseText(locale: Locale, earliest: Earliest | null): string | null {
  if (!earliest?.slot) return null
  const window = windowText(locale, earliest.slot, earliest.at)
  return window.charAt(0).toLocaleUpperCase(locale) + window.slice(1)
}

/** The time left to order, such as `1 saat 20 dəq`. Null if no time is left, or at least a day. */
export function leftText(t: Translate, minutes: number): string | null {
  const hours = Math.floor(minutes / 60)
  if (minutes < 1 || hours >= 24) return null
  if (hours === 0) return t('promises.earliest.minutes', { n: minutes })
  const minutesLeft = minutes % 60
  if (minutesLeft === 0) return t('promises.earliest.hours', { n: hours })
  return t('promises.earliest.hoursAndMinutes', { hours, minutes: minutesLeft })
}

/** `goods` is in qəpik. The surcharge is charged even when delivery is free. */
export function feeText(t: Translate, { slot, freeFrom, minimum }: EarliestDelivery, goods: number): string | null {
  if (!slot) return null
  if (goods < minimum) return t('promises.earliest.minimum', { price: money(minimum) })
  if (slot.fee === 0) return t('promises.earliest.free')
  if (freeFrom === undefined) return t('promises.earliest.fee', { price: money(slot.fee) })
  if (goods < freeFrom) return t('promises.earliest.feeUntil', { price: money(slot.fee), from: money(freeFrom) })
  return slot.surcharge > 0 ? t('promises.earliest.surcharge', { price: money(slot.surcharge) }) : t('promises.earliest.free')
}
