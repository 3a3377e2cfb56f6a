import { dayEnd, dayStart, isDay } from '~admin/lib/days'
import type { OrderFilter } from '~admin/paths'
import type { OrderStatus, PaymentStatus } from '~shared/api/types'
import { STEPS } from '~shared/features/orders/steps'

export const STATUSES = [...STEPS, 'cancelled', 'returned'] as const satisfies OrderStatus[]
export const PAYMENTS = ['unpaid', 'pending', 'paid', 'failed', 'partly_refunded', 'refunded'] as const satisfies PaymentStatus[]

/** The server refuses shorter texts, which would find most orders. */
export const MIN_TEXT = 2
export const MAX_TEXT = 100

export const isTooShort = (text: string | undefined) => text !== undefined && text.length < MIN_TEXT

const dayOf = (typed: string | undefined) => (typed && isDay(typed) ? typed : undefined)

/** Converts the filter in the address to the parameters of the API. What no order can match is left out, as a wrong address. */
export function paramsOf({ status, payment, text, storeId, since, until, deliverOn, window }: OrderFilter) {
  const [first, last] = [dayOf(since), dayOf(until)]
  return {
    status: STATUSES.find((known) => known === status),
    paymentStatus: PAYMENTS.find((known) => known === payment),
    text: isTooShort(text) ? undefined : text?.slice(0, MAX_TEXT),
    storeId: storeId?.match(/^[1-9]\d{0,15}$/)?.[0],
    since: first && dayStart(first),
    until: last && dayEnd(last),
    deliverOn: dayOf(deliverOn),
    window: window?.slice(0, 64),
  }
}
