import type { Order, OrderLine, RefundLine } from '~/api/types'

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

/** What was paid for so many more of a line, to the qəpik: all of them together are exactly what the line cost. */
function worth(line: OrderLine, from: number, count: number): number {
  const paid = line.lineTotal - line.promoDiscount
  const upTo = (units: number) => Math.floor((2 * paid * units + line.count) / (2 * line.count))
  return upTo(from + count) - upTo(from)
}

export const everything = (order: Order): Chosen => Object.fromEntries(order.lines.map((line) => [line.id, left(order, line)]))

/** What comes back for the lines that were chosen. The delivery is paid back with what makes the order whole. */
export function amountOf(order: Order, chosen: Chosen): number {
  const countOf = (line: OrderLine) => chosen[line.id] ?? 0
  const goods = order.lines.reduce((sum, line) => sum + worth(line, claimed(order, line), countOf(line)), 0)
  const isWhole = order.lines.every((line) => countOf(line) >= left(order, line))
  return goods + (isWhole ? order.amounts.deliveryFee : 0)
}

export const linesOf = (chosen: Chosen): RefundLine[] =>
  Object.entries(chosen).flatMap(([lineId, count]) => (count > 0 ? [{ lineId: Number(lineId), count }] : []))
