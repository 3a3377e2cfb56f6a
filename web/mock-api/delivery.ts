// The delivery windows of the mock API: hours of a day in which orders are delivered. Baku is delivered to from the same day on, other
// cities from the next day on and for a higher fee.
import type { DeliveryDay, Schemas } from '~shared/api/types'
import { bakuDate } from '~shared/i18n/dates'
import { checkout } from './checkout-state'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
/** The number of days with windows. */
const DAYS = 14
/** The hours at which windows begin, and how long they are. */
const WINDOW_HOURS = 2
const WINDOWS = [10, 12, 14, 16, 18, 20]
/** The id of the city of Baku. */
export const BAKU = 1
/** The hours between an order and the beginning of its window. */
const ORDER_LEAD_HOURS = 2
/** Delivery is free from this amount, in qəpik. */
export const FREE_FROM = 5000

const pad = (hour: number) => String(hour).padStart(2, '0')
/** Returns the fee for a delivery to a city, in qəpik. */
export const feeOf = (cityId: number) => (cityId === BAKU ? 400 : 800)

/** Returns the windows of the next two weeks. The first window of the second day is full, and so are windows that begin too soon. */
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

/** Returns the first free window, and until when an order for it can be placed. */
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
