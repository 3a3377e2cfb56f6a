// The steps that an order's page shows as progress.

import type { Order, OrderStatus, StatusChange } from '~shared/api/types'

export const STEPS = [
  'waiting',
  'confirmed',
  'searching_courier',
  'courier_appointed',
  'handed_to_courier',
  'on_the_way',
  'delivered',
] as const satisfies OrderStatus[]

const ENDINGS = ['cancelled', 'returned'] as const satisfies OrderStatus[]

export interface Step {
  status: OrderStatus
  state: 'done' | 'now' | 'ahead'
  at?: string
  reason?: string | undefined
}

/** Changes of a store's part are shown beside that part. */
const wholeOrderChanges = ({ statusHistory }: Order) => statusHistory.filter(({ storeId }) => storeId === undefined)

const toStep = ({ status, at, reason }: StatusChange, state: Step['state']): Step => ({ status, state, at, reason })

/** A cancelled or returned order shows how far it came and how it ended. */
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

/** A paid order that will not be delivered is refunded automatically. */
const hasPendingMoney = (order: Order) =>
  order.paymentStatus === 'pending' ||
  (isOffPath(order) && order.paymentStatus === 'paid') ||
  order.refunds.some(({ status }) => status === 'requested' || status === 'approved')

/** Whether nothing more happens unless the shopper or an operator acts. */
export const isSettledOrder = (order: Order) => (order.status === 'delivered' || isOffPath(order)) && !hasPendingMoney(order)
