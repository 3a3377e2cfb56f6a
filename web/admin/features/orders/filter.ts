// The filter of the list of orders: its possible values, and its conversion to parameters of the API.
import { dayEnd, dayStart, isDay } from '~admin/lib/days'
import type { OrderFilter } from '~admin/paths'
import type { OrderStatus, PaymentStatus } from '~shared/api/types'
import { STEPS } from '~shared/features/orders/steps'

export const ORDER_STATUSES = [...STEPS, 'cancelled', 'returned'] as const satisfies OrderStatus[]
export const PAYMENT_STATUSES = ['unpaid', 'pending', 'paid', 'failed', 'partly_refunded', 'refunded'] as const satisfies PaymentStatus[]

/** The lengths of search texts that the server accepts. Shorter texts would find most orders. */
export const MIN_TEXT = 2
export const MAX_TEXT = 100

const MAX_SLOT_ID_LENGTH = 64

export const isTooShort = (text: string | undefined) => text !== undefined && text.length < MIN_TEXT

const dayOf = (typed: string | undefined) => (typed && isDay(typed) ? typed : undefined)

/** Values that the server would refuse are left out. */
export function paramsOf({ status, payment, text, storeId, since, until, deliverOn, window }: OrderFilter) {
  const [first, last] = [dayOf(since), dayOf(until)]
  return {
    status: ORDER_STATUSES.find((known) => known === status),
    paymentStatus: PAYMENT_STATUSES.find((known) => known === payment),
    text: isTooShort(text) ? undefined : text?.slice(0, MAX_TEXT),
    storeId: storeId?.match(/^[1-9]\d{0,15}$/)?.[0],
    since: first && dayStart(first),
    until: last && dayEnd(last),
    deliverOn: dayOf(deliverOn),
    window: window?.slice(0, MAX_SLOT_ID_LENGTH),
  }
}
