// Orders as operators see them.
import type { Order, OrderStatus, Schemas } from '~shared/api/types'
import { bakuDate } from '~shared/i18n/dates'
import { orders } from './orders-state'
import { zoneDesk } from './zone-desk-state'

type DayWindow = Schemas['DayWindow']

export const OPEN_STATUSES: OrderStatus[] = [
  'waiting',
  'confirmed',
  'searching_courier',
  'courier_appointed',
  'handed_to_courier',
  'on_the_way',
]

const HOUR_MS = 3600_000
/** The hours at which windows begin. */
const HOURS = [0, 4, 8, 12, 16, 20]
const WINDOW_HOURS = 4
/** The number of orders that a window takes. */
const CAPACITY = 60

const pad = (hour: number) => String(hour).padStart(2, '0')

/** The windows cover all hours, because the orders here are delivered at any time. */
export function windowsOf(day: string): DayWindow[] {
  return HOURS.map((hour) => {
    const from = new Date(`${day}T${pad(hour)}:00:00+04:00`)
    const until = new Date(from.getTime() + WINDOW_HOURS * HOUR_MS)
    const window = { slotId: `baku-${day}-${pad(hour)}`, zone: 'Bakı', from: from.toISOString(), until: until.toISOString() }
    const changedCapacity = zoneDesk.capacities[window.slotId]
    const isClosed = zoneDesk.holidays.some(({ date, zoneId }) => date === day && zoneId === undefined)
    return {
      ...window,
      capacity: changedCapacity?.capacity ?? CAPACITY,
      booked: deliveredIn(window).length,
      version: changedCapacity?.version ?? 0,
      usualCapacity: CAPACITY,
      isClosed,
    }
  })
}

/** The id of a slot, such as `baku-2030-01-01-00`, has its zone, day and hour. */
export const dayOfSlot = (slotId: string) => slotId.slice('baku-'.length, 'baku-2030-01-01'.length)

export const deliveredIn = ({ from, until }: Pick<DayWindow, 'from' | 'until'>) =>
  orders.all.filter(({ status, delivery }) => status !== 'cancelled' && delivery && delivery.from >= from && delivery.from < until)

export const deliveredOrder = (order: Order): Schemas['DeliveredOrder'] => ({
  code: order.code,
  status: order.status,
  paymentStatus: order.paymentStatus,
  paymentMethod: order.paymentMethod,
  recipient: order.recipient,
  city: order.address.city,
  ...(order.address.district && { district: order.address.district }),
  storeNames: order.stores.map(({ name }) => name),
  itemCount: order.lines.reduce((sum, { count }) => sum + count, 0),
  total: order.amounts.total,
  cashDue: order.paymentMethod === 'cash' && order.paymentStatus === 'unpaid' ? order.amounts.total : 0,
})

/** Returns the text in lower case without diacritics. */
const fold = (text: string) =>
  text
    .toLocaleLowerCase('az')
    .replaceAll('ə', 'e')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')

/** Without country code and leading zero. */
const PHONE_DIGITS = 9

/** Matches the beginning of the code or of a name, or the whole phone number. */
function hasText({ code, recipient }: Order, text: string) {
  const { firstName, lastName, phoneNumber } = recipient
  const digits = text.replaceAll(/\D/g, '').replace(/^(?:00994|994|0)/, '')
  const names = [`${firstName} ${lastName}`, `${lastName} ${firstName}`]
  const isPhone = digits.length === PHONE_DIGITS && phoneNumber.endsWith(digits)
  return isPhone || code.startsWith(text.toUpperCase()) || names.some((name) => fold(name).startsWith(fold(text)))
}

/** Stands in when no slot is given. Its windows match no slot. */
const ANY_DAY = '2026-01-01'

export function findOrders(query: URLSearchParams): Order[] {
  const value = (name: string) => query.get(name) ?? ''
  const [status, payment, text, storeId] = [value('status'), value('paymentStatus'), value('text'), value('storeId')]
  const [since, until, day, slot] = [value('since'), value('until'), value('deliverOn'), value('window')]
  const window = windowsOf(dayOfSlot(slot) || ANY_DAY).find(({ slotId }) => slotId === slot)
  return orders.all.filter(
    (order) =>
      (!status || order.status === status) &&
      (!payment || order.paymentStatus === payment) &&
      (!text || hasText(order, text)) &&
      (!storeId || order.stores.some((part) => String(part.storeId) === storeId)) &&
      (!since || order.createdAt >= since) &&
      (!until || order.createdAt < until) &&
      (!day || (order.delivery !== undefined && bakuDate(Date.parse(order.delivery.from)) === day)) &&
      (!slot || (window !== undefined && deliveredIn(window).includes(order))),
  )
}
