import type { Order, OrderStatus } from '~shared/api/types'

/** What an operator may say next: the server's table, so that nothing is offered which it would refuse. */
const MOVES: Record<OrderStatus, OrderStatus[]> = {
  waiting: ['confirmed', 'cancelled'],
  confirmed: ['searching_courier', 'cancelled'],
  searching_courier: ['courier_appointed', 'cancelled'],
  courier_appointed: ['handed_to_courier', 'searching_courier', 'cancelled'],
  handed_to_courier: ['on_the_way', 'returned'],
  on_the_way: ['delivered', 'returned'],
  delivered: [],
  cancelled: [],
  returned: [],
}

export const movesOf = (status: OrderStatus): OrderStatus[] => MOVES[status]

/** The same for an order, or for a part of it. Nothing sets out before its money is there. */
export const nextOf = ({ canPay }: Pick<Order, 'canPay'>, status: OrderStatus): OrderStatus[] =>
  canPay ? movesOf(status).filter((move) => move === 'cancelled') : movesOf(status)

/** Off the way: it cannot be taken back, and the shopper wants to know why. */
export const needsReason = (status: OrderStatus) => status === 'cancelled' || status === 'returned'
