import type { Order, OrderLine, RefundGround, RefundLine } from '~shared/api/types'

type Standing = 'asking' | 'paid' | 'failed' | 'due' | 'nothing'

/**
 * What there is to say about the money of an order. Who has just come from the bank is told how that went; the bank's own word
 * counts, and not that somebody came back.
 */
export function standingOf({ paymentStatus, canPay, paymentMethod }: Order, isBack: boolean): Standing {
  if (paymentMethod === 'cash') return 'nothing'
  if (paymentStatus === 'failed' && canPay) return 'failed'
  if (isBack && paymentStatus === 'paid') return 'paid'
  if (isBack && (paymentStatus === 'pending' || paymentStatus === 'unpaid') && canPay) return 'asking'
  return canPay ? 'due' : 'nothing'
}

// What can still be given back, and for how much: the server's rules. It has the last word; this is what is shown before asking it.

/** By the id of a line. */
export type Chosen = Record<number, number>

type Asked = Pick<Order, 'refunds'>

/** How many of a line have been asked for and not been refused. */
const claimed = ({ refunds }: Asked, { id, refundedCount }: OrderLine): number =>
  Math.max(
    refundedCount,
    refunds
      .filter(({ status }) => status !== 'refused')
      .flatMap(({ lines }) => lines)
      .filter(({ lineId }) => lineId === id)
      .reduce((sum, { count }) => sum + count, 0),
  )

export const left = (order: Asked, line: OrderLine): number => line.count - claimed(order, line)

/** The part of `paid` that so many more of a line stand for, to the qəpik: all of them together are exactly what was paid. */
function worth(line: OrderLine, paid: number, from: number, count: number): number {
  const upTo = (units: number) => Math.floor((2 * paid * units + line.count) / (2 * line.count))
  return upTo(from + count) - upTo(from)
}

const paidInMoney = ({ lineTotal, promoDiscount, bonusAmount }: OrderLine): number => lineTotal - promoDiscount - bonusAmount

const sumOf = (order: Order, chosen: Chosen, paid: (line: OrderLine) => number): number =>
  order.lines.reduce((sum, line) => sum + worth(line, paid(line), claimed(order, line), chosen[line.id] ?? 0), 0)

/** Goods with a return exception go back only when they are faulty. */
export const isReturnable = ({ returnException }: Pick<OrderLine, 'returnException'>, ground: RefundGround): boolean =>
  ground === 'faulty' || returnException === undefined

/** The last day to give back what is not faulty, and whether it is over. The period ends at a midnight. */
export function lastReturnDay({ returnUntil }: Pick<Order, 'returnUntil'>, now: number): { day?: string; isOver: boolean } {
  if (returnUntil === undefined) return { isOver: true }
  return { day: new Date(Date.parse(returnUntil) - 1000).toISOString(), isOver: Date.parse(returnUntil) <= now }
}

export const everything = (order: Order, ground: RefundGround): Chosen =>
  Object.fromEntries(order.lines.filter((line) => isReturnable(line, ground)).map((line) => [line.id, left(order, line)]))

/** The money that comes back for the lines that were chosen. The delivery is paid back with what makes the order whole. */
export function amountOf(order: Order, chosen: Chosen): number {
  const isWhole = order.lines.every((line) => (chosen[line.id] ?? 0) >= left(order, line))
  return sumOf(order, chosen, paidInMoney) + (isWhole ? order.amounts.deliveryFee : 0)
}

/** What was paid with bonuses comes back as bonuses. */
export const bonusesOf = (order: Order, chosen: Chosen): number => sumOf(order, chosen, ({ bonusAmount }) => bonusAmount)

export const linesOf = (chosen: Chosen): RefundLine[] =>
  Object.entries(chosen).flatMap(([lineId, count]) => (count > 0 ? [{ lineId: Number(lineId), count }] : []))
