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

export const stepsOf = (order: Order): Step[] => (isOffPath(order) ? endedSteps(order) : pathSteps(order))

/** Whether the order left the path of `STEPS`. */
const isOffPath = ({ status }: Order) => ENDINGS.some((ending) => ending === status)

/** A cancelled or returned order shows how far it came and how it ended. */
function endedSteps(order: Order): Step[] {
  const history = wholeOrderChanges(order)
  const reached = history.filter(({ status }) => status !== order.status).map((change) => toStep(change, 'done'))
  const ending = history.findLast(({ status }) => status === order.status)
  return [...reached, ending ? toStep(ending, 'now') : { status: order.status, state: 'now' }]
}

function pathSteps(order: Order): Step[] {
  const history = wholeOrderChanges(order)
  const currentIndex = STEPS.indexOf(order.status as (typeof STEPS)[number])
  const stateAt = (index: number): Step['state'] => {
    if (index < currentIndex || order.status === 'delivered') return 'done'
    return index === currentIndex ? 'now' : 'ahead'
  }
  return STEPS.map((status, index) => {
    const state = stateAt(index)
    const change = history.findLast((entry) => entry.status === status)
    // Skipped and reverted steps have no time.
    return change && state !== 'ahead' ? toStep(change, state) : { status, state }
  })
}

/** Changes of a store's part are shown beside that part. */
const wholeOrderChanges = ({ statusHistory }: Order) => statusHistory.filter(({ storeId }) => storeId === undefined)

const toStep = ({ status, at, reason }: StatusChange, state: Step['state']): Step => ({ status, state, at, reason })

/** A paid order that will not be delivered is refunded automatically. */
const hasPendingMoney = (order: Order) =>
  order.paymentStatus === 'pending' ||
  (isOffPath(order) && order.paymentStatus === 'paid') ||
  order.refunds.some(({ status }) => status === 'requested' || status === 'approved')

/** Whether nothing more happens unless the shopper or an operator acts. */
export const isSettledOrder = (order: Order) => (order.status === 'delivered' || isOffPath(order)) && !hasPendingMoney(order)
