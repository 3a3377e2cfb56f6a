// The steps of an order that its page shows as progress, and whether the order is settled.

import type { Order, OrderStatus, StatusChange } from '~shared/api/types'

/** The statuses of an order on its normal path, from placement to delivery. */
export const STEPS = [
  'waiting',
  'confirmed',
  'searching_courier',
  'courier_appointed',
  'handed_to_courier',
  'on_the_way',
  'delivered',
] as const satisfies OrderStatus[]

/** The statuses that end an order off its normal path. */
const ENDINGS = ['cancelled', 'returned'] as const satisfies OrderStatus[]

export interface Step {
  status: OrderStatus
  state: 'done' | 'now' | 'ahead'
  at?: string
  reason?: string | undefined
}

/** Returns the changes of the whole order. Those of a store's part are shown beside that part. */
const wholeOrderChanges = ({ statusHistory }: Order) => statusHistory.filter(({ storeId }) => storeId === undefined)

const toStep = ({ status, at, reason }: StatusChange, state: Step['state']): Step => ({ status, state, at, reason })

/** Returns the steps to show. An order that left the normal path shows how far it came and how it ended. */
export function stepsOf(order: Order): Step[] {
  const history = wholeOrderChanges(order)
  if (isOffPath(order)) {
    const last = history.findLast(({ status }) => status === order.status)
    return [
      ...history.filter(({ status }) => status !== order.status).map((change) => toStep(change, 'done')),
      last ? toStep(last, 'now') : { status: order.status, state: 'now' },
    ]
  }
  const currentIndex = STEPS.indexOf(order.status as (typeof STEPS)[number])
  return STEPS.map((status, index) => {
    const isDone = index < currentIndex || order.status === 'delivered'
    const stateIfNotDone = index === currentIndex ? 'now' : 'ahead'
    const state = isDone ? 'done' : stateIfNotDone
    const change = history.findLast((entry) => entry.status === status)
    // Skipped and reverted steps have no time.
    return change && state !== 'ahead' ? toStep(change, state) : { status, state }
  })
}

const isOffPath = ({ status }: Order) => ENDINGS.some((ending) => ending === status)

/** Whether a payment or refund is still to come. A paid order that will not be delivered is refunded automatically. */
const hasPendingMoney = (order: Order) =>
  order.paymentStatus === 'pending' ||
  (isOffPath(order) && order.paymentStatus === 'paid') ||
  order.refunds.some(({ status }) => status === 'requested' || status === 'approved')

/** Whether nothing more happens to the order, unless the shopper or an operator changes it. */
export const isSettledOrder = (order: Order) => (order.status === 'delivered' || isOffPath(order)) && !hasPendingMoney(order)
