import type { Order, OrderLine, RefundLine } from '~/api/types'

// What can still be given back, and for how much. The server has the last word; this is what is shown before asking it.

/** By the id of a line. */
export type Chosen = Record<number, number>

const isUndecided = ({ status }: Order['refunds'][number]) => status === 'requested' || status === 'approved'

/** How many of a line may still be asked for. A refund of the whole order that waits names no lines, and leaves nothing. */
export function left({ refunds }: Pick<Order, 'refunds'>, line: OrderLine): number {
  const waiting = refunds.filter(isUndecided)
  if (waiting.some(({ lines }) => lines.length === 0)) return 0
  const asked = waiting.flatMap(({ lines }) => lines).filter(({ lineId }) => lineId === line.id)
  return line.count - line.refundedCount - asked.reduce((sum, { count }) => sum + count, 0)
}

/** What was paid for so many of a line: whole qəpik, and all of them together exactly what the line cost. */
function paidFor(line: OrderLine, from: number, count: number): number {
  const net = line.lineTotal - line.promoDiscount
  const upTo = (units: number) => Math.floor((net * units) / line.count)
  return upTo(from + count) - upTo(from)
}

/** What comes back for the lines that were chosen. */
export const amountOf = (order: Order, chosen: Chosen): number =>
  order.lines.reduce((sum, line) => sum + paidFor(line, line.count - left(order, line), chosen[line.id] ?? 0), 0)

/** All that has been paid and neither come back nor been asked for: goods and delivery. */
export const amountOfRest = ({ amounts, refunds }: Order): number =>
  amounts.total - amounts.refunded - refunds.filter(isUndecided).reduce((sum, { amount }) => sum + amount, 0)

export const linesOf = (chosen: Chosen): RefundLine[] =>
  Object.entries(chosen).flatMap(([lineId, count]) => (count > 0 ? [{ lineId: Number(lineId), count }] : []))
