import type { DeliveryDay, Schemas } from '~shared/api/types'
import { bakuDate } from '~shared/i18n/dates'
import { checkout } from './checkout-state'

const DAY_MS = 24 * 3600_000
const DAYS = 14
const WINDOWS = [10, 12, 14, 16, 18, 20]
export const BAKU = 1
const ORDER_LEAD_HOURS = 2
/** Delivery is free from this amount, in qəpik. */
export const FREE_FROM = 5000

const pad = (hour: number) => String(hour).padStart(2, '0')
export const feeOf = (cityId: number) => (cityId === BAKU ? 400 : 800)

/** Returns the windows of the next two weeks. The first window of the second day is full, as are windows that begin too soon. */
export function deliveryDays(cityId: number, now = Date.now(), preparationDays = 0): DeliveryDay[] {
  return Array.from({ length: DAYS }, (_, index) => {
    const date = bakuDate(now + (index + (cityId === BAKU ? 0 : 1) + preparationDays) * DAY_MS)
    return {
      date,
      slots: WINDOWS.map((hour, windowIndex) => {
        const id = `${cityId}-${date}-${pad(hour)}`
        const from = `${date}T${pad(hour)}:00:00+04:00`
        const isOver = Date.parse(from) < now + ORDER_LEAD_HOURS * 3600_000
        const isTaken = (index === 1 && windowIndex === 0) || checkout.full.has(id)
        return { id, from, until: `${date}T${pad(hour + 2)}:00:00+04:00`, fee: feeOf(cityId), surcharge: 0, isFull: isOver || isTaken }
      }),
    }
  })
}

/** Returns the first free window, as the order service does. */
export function earliestDelivery(cityId: number, now = Date.now(), preparationDays = 0): Schemas['EarliestDelivery'] {
  const slot = deliveryDays(cityId, now, preparationDays)
    .flatMap(({ slots }) => slots)
    .find(({ isFull }) => !isFull)
  const orderUntil = slot && new Date(Date.parse(slot.from) - ORDER_LEAD_HOURS * 3600_000 - preparationDays * DAY_MS).toISOString()
  return {
    at: new Date(now).toISOString(),
    zone: cityId === BAKU ? 'Bakı' : 'Naxçıvan',
    freeFrom: FREE_FROM,
    minimum: 0,
    ...(slot && { slot }),
    ...(orderUntil && { orderUntil }),
  }
}
