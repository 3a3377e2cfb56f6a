import type { Order, OrderStatus, StatusChange } from '~shared/api/types'

/** The way of an order from the press on the button to the door. */
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

/** The order's own changes; those of a store's part are told beside that part. */
const ofWhole = ({ statusHistory }: Order) => statusHistory.filter(({ storeId }) => storeId === undefined)

const toStep = ({ status, at, reason }: StatusChange, state: Step['state']): Step => ({ status, state, at, reason })

/** Where the order is on its way. One that has left the way shows how far it came, and how that ended. */
export function stepsOf(order: Order): Step[] {
  const history = ofWhole(order)
  if (hasLeftTheWay(order)) {
    const last = history.findLast(({ status }) => status === order.status)
    return [
      ...history.filter(({ status }) => status !== order.status).map((change) => toStep(change, 'done')),
      last ? toStep(last, 'now') : { status: order.status, state: 'now' },
    ]
  }
  const reached = STEPS.indexOf(order.status as (typeof STEPS)[number])
  return STEPS.map((status, place) => {
    const state = place < reached || order.status === 'delivered' ? 'done' : place === reached ? 'now' : 'ahead'
    const change = history.findLast((one) => one.status === status)
    // A step that was passed over, or taken back, has no time.
    return change && state !== 'ahead' ? toStep(change, state) : { status, state }
  })
}

const hasLeftTheWay = ({ status }: Order) => ENDINGS.some((ending) => ending === status)

/** What was paid for an order that will not come goes back by itself. */
const isMoneyMoving = (order: Order) =>
  order.paymentStatus === 'pending' ||
  (hasLeftTheWay(order) && order.paymentStatus === 'paid') ||
  order.refunds.some(({ status }) => status === 'requested' || status === 'approved')

/** Nothing will happen to it any more unless somebody asks. */
export const isAtRest = (order: Order) => (order.status === 'delivered' || hasLeftTheWay(order)) && !isMoneyMoving(order)
