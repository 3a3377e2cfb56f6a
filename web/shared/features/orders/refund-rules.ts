// Previews the server's refund rules.

import type { Order, OrderLine, RefundGround, RefundLine } from '~shared/api/types'

/** The chosen count of units, by line id. */
export type ChosenCounts = Record<number, number>

type OrderRefunds = Pick<Order, 'refunds'>

function requestedCount({ refunds }: OrderRefunds, { id, refundedCount }: OrderLine): number {
  const inRefunds = refunds
    .filter(({ status }) => status !== 'refused')
    .flatMap(({ lines }) => lines)
    .filter(({ lineId }) => lineId === id)
    .reduce((sum, { count }) => sum + count, 0)
  return Math.max(refundedCount, inRefunds)
}

export const returnableCount = (order: OrderRefunds, line: OrderLine): number => line.count - requestedCount(order, line)

interface Share {
  units: number
  paid: number
  /** How many units were returned before. */
  returned: number
  count: number
}

/** The share of `paid` for `count` units more. All shares of a line add up to `paid`. */
function shareOfPaid({ units, paid, returned, count }: Share): number {
  // Half a qəpik is rounded up.
  const paidForFirst = (first: number) => Math.floor((2 * paid * first + units) / (2 * units))
  return paidForFirst(returned + count) - paidForFirst(returned)
}

const paidInMoney = ({ lineTotal, promoDiscount, bonusAmount }: OrderLine): number => lineTotal - promoDiscount - bonusAmount

function sumOf(order: Order, chosen: ChosenCounts, paidOf: (line: OrderLine) => number): number {
  const shares = order.lines.map((line) =>
    shareOfPaid({ units: line.count, paid: paidOf(line), returned: requestedCount(order, line), count: chosen[line.id] ?? 0 }),
  )
  return shares.reduce((sum, share) => sum + share, 0)
}

export const isReturnable = ({ returnException }: Pick<OrderLine, 'returnException'>, ground: RefundGround): boolean =>
  ground === 'faulty' || returnException === undefined

const SECOND_MS = 1000

/** `returnUntil` is the midnight after the last day. */
export function lastReturnDay({ returnUntil }: Pick<Order, 'returnUntil'>, now: number): { day?: string; isOver: boolean } {
  if (returnUntil === undefined) return { isOver: true }
  const endsAt = Date.parse(returnUntil)
  return { day: new Date(endsAt - SECOND_MS).toISOString(), isOver: endsAt <= now }
}

export const allReturnable = (order: Order, ground: RefundGround): ChosenCounts =>
  Object.fromEntries(order.lines.filter((line) => isReturnable(line, ground)).map((line) => [line.id, returnableCount(order, line)]))

/** Includes the delivery when nothing of the order is left. */
export function amountOf(order: Order, chosen: ChosenCounts): number {
  const isWhole = order.lines.every((line) => (chosen[line.id] ?? 0) >= returnableCount(order, line))
  return sumOf(order, chosen, paidInMoney) + (isWhole ? order.amounts.deliveryFee : 0)
}

export const bonusesOf = (order: Order, chosen: ChosenCounts): number => sumOf(order, chosen, ({ bonusAmount }) => bonusAmount)

export const linesOf = (chosen: ChosenCounts): RefundLine[] =>
  Object.entries(chosen).flatMap(([lineId, count]) => (count > 0 ? [{ lineId: Number(lineId), count }] : []))
