import type { DaySales } from './api'

/** Returns the change in percent, or null if there is nothing to compare with. */
export const changePercent = (now: number, before: number): number | null =>
  before > 0 ? Math.round(((now - before) / before) * 100) : null

/** In percent. Null without orders. */
export const cancelledShare = ({ orders, cancelled }: Pick<DaySales, 'orders' | 'cancelled'>): number | null =>
  orders > 0 ? Math.round((cancelled / orders) * 100) : null

/** Returns the top of a chart's scale: the next 1, 2 or 5 with zeros, for example 500 for 312. */
export function roundTop(highest: number): number {
  if (highest === 0) return 0
  const power = 10 ** Math.floor(Math.log10(highest))
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= highest) ?? highest
}
