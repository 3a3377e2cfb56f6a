import { number } from '~shared/i18n/format'

/** The share of clicks that became orders, such as `2,5%`. */
export function conversion({ clicks, orders }: { clicks: number; orders: number }): string {
  if (clicks === 0) return '—'
  return `${number(Math.round((orders / clicks) * 1000) / 10)}%`
}

const STEPS = [1, 2, 5]
const QEPIK_PER_MANAT = 100

/** The smallest of 1, 2, 5, 10, 20, 50, … manats that is at least `max`. Both are in qəpik. */
export function chartTop(max: number): number {
  // The largest power of ten in manats that is at most `max`, but at least one manat.
  let unit = QEPIK_PER_MANAT
  while (unit * 10 <= max) unit *= 10
  return unit * (STEPS.find((step) => unit * step >= max) ?? 10)
}
