// Which goods of an order can be given back for how much. The amounts are a preview by the server's rules. The server computes them again.

import type { Order, OrderLine, RefundGround, RefundLine } from '~shared/api/types'

/** The number of units to give back, by line id. */
export type ChosenCounts = Record<number, number>

type OrderRefunds = Pick<Order, 'refunds'>

/** Returns how many units of a line have been requested and not refused. */
const requestedCount = ({ refunds }: OrderRefunds, { id, refundedCount }: OrderLine): number =>
  Math.max(
    refundedCount,
    refunds
      .filter(({ status }) => status !== 'refused')
      .flatMap(({ lines }) => lines)
      .filter(({ lineId }) => lineId === id)
      .reduce((sum, { count }) => sum + count, 0),
  )

/** Returns how many units of a line can still be given back. */
export const returnableCount = (order: OrderRefunds, line: OrderLine): number => line.count - requestedCount(order, line)

/**
 * Returns the share of `paid` (what the whole line cost) for `count` units that follow the first `from` units. Shares are rounded so that
 * those of all units add up to exactly `paid`.
 */
function shareOfPaid(line: OrderLine, paid: number, from: number, count: number): number {
  // Half a qəpik is rounded up.
  const upTo = (units: number) => Math.floor((2 * paid * units + line.count) / (2 * line.count))
  return upTo(from + count) - upTo(from)
}

const paidInMoney = ({ lineTotal, promoDiscount, bonusAmount }: OrderLine): number => lineTotal - promoDiscount - bonusAmount

/** Sums up the shares of all chosen units. */
const sumOf = (order: Order, chosen: ChosenCounts, paid: (line: OrderLine) => number): number =>
  order.lines.reduce((sum, line) => sum + shareOfPaid(line, paid(line), requestedCount(order, line), chosen[line.id] ?? 0), 0)

/** Whether a line can be returned on this ground: goods with a return exception only when they are faulty. */
export const isReturnable = ({ returnException }: Pick<OrderLine, 'returnException'>, ground: RefundGround): boolean =>
  ground === 'faulty' || returnException === undefined

/** Returns the last day to return goods that are not faulty, and whether it has passed. The period ends at midnight. */
export function lastReturnDay({ returnUntil }: Pick<Order, 'returnUntil'>, now: number): { day?: string; isOver: boolean } {
  if (returnUntil === undefined) return { isOver: true }
  return { day: new Date(Date.parse(returnUntil) - 1000).toISOString(), isOver: Date.parse(returnUntil) <= now }
}

/** Returns all units of the order that can be given back on this ground. */
export const allReturnable = (order: Order, ground: RefundGround): ChosenCounts =>
  Object.fromEntries(order.lines.filter((line) => isReturnable(line, ground)).map((line) => [line.id, returnableCount(order, line)]))

/** Returns the refund for the chosen lines. It includes the delivery when nothing of the order is left. */
export function amountOf(order: Order, chosen: ChosenCounts): number {
  const isWhole = order.lines.every((line) => (chosen[line.id] ?? 0) >= returnableCount(order, line))
  return sumOf(order, chosen, paidInMoney) + (isWhole ? order.amounts.deliveryFee : 0)
}

/** Returns the part paid with bonuses, which comes back as bonuses. */
export const bonusesOf = (order: Order, chosen: ChosenCounts): number => sumOf(order, chosen, ({ bonusAmount }) => bonusAmount)

/** Returns the chosen units as lines of the request. */
export const linesOf = (chosen: ChosenCounts): RefundLine[] =>
  Object.entries(chosen).flatMap(([lineId, count]) => (count > 0 ? [{ lineId: Number(lineId), count }] : []))
