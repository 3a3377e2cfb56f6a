// Orders are delivered in windows of hours, in Baku from the same day on, elsewhere from the next.
import type { DeliveryDay, Schemas } from '~shared/api/types'
import { bakuDate } from '~shared/i18n/dates'
import { checkout } from './checkout-state'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const DAYS = 14
const WINDOW_HOURS = 2
const WINDOWS = [10, 12, 14, 16, 18, 20]
/** The id of the city. */
export const BAKU = 1
/** The hours between an order and the beginning of its window. */
const ORDER_LEAD_HOURS = 2
/** Delivery is free from this total, in qəpik. */
export const FREE_FROM = 5000

const pad = (hour: number) => String(hour).padStart(2, '0')
/** In qəpik. */
export const feeOf = (cityId: number) => (cityId === BAKU ? 400 : 800)

/** The first window of the second day is full, as are those that begin too soon. */
export function deliveryDays(cityId: number, now = Date.now(), preparationDays = 0): DeliveryDay[] {
  return Array.from({ length: DAYS }, (_, index) => {
    const date = bakuDate(now + (index + (cityId === BAKU ? 0 : 1) + preparationDays) * DAY_MS)
    return {
      date,
      slots: WINDOWS.map((hour, windowIndex) => {
        const id = `${cityId}-${date}-${pad(hour)}`
        const from = `${date}T${pad(hour)}:00:00+04:00`
        const isOver = Date.parse(from) < now + ORDER_LEAD_HOURS * HOUR_MS
        const isTaken = (index === 1 && windowIndex === 0) || checkout.full.has(id)
        const until = `${date}T${pad(hour + WINDOW_HOURS)}:00:00+04:00`
        return { id, from, until, fee: feeOf(cityId), surcharge: 0, isFull: isOver || isTaken }
      }),
    }
  })
}

export function earliestDelivery(cityId: number, now = Date.now(), preparationDays = 0): Schemas['EarliestDelivery'] {
  const slot = deliveryDays(cityId, now, preparationDays)
    .flatMap(({ slots }) => slots)
    .find(({ isFull }) => !isFull)
  const orderUntil = slot && new Date(Date.parse(slot.from) - ORDER_LEAD_HOURS * HOUR_MS - preparationDays * DAY_MS).toISOString()
  return {
    at: new Date(now).toISOString(),
    zone: cityId === BAKU ? 'Bakı' : 'Naxçıvan',
    freeFrom: FREE_FROM,
    minimum: 0,
    ...(slot && { slot }),
    ...(orderUntil && { orderUntil }),
  }
}
