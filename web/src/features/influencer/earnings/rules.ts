import { number } from '~shared/i18n/format'

/** How many of a hundred clicks became orders: `2,5%`. Nothing where nobody has clicked. */
export function conversion({ clicks, orders }: { clicks: number; orders: number }): string {
  if (clicks === 0) return '—'
  return `${number(Math.round((orders / clicks) * 1000) / 10)}%`
}

const STEPS = [1, 2, 5]

/** The top of a scale that holds `most` qəpik: 1, 2 or 5 manats, or ten times as much, and so on. */
export function scaleTop(most: number): number {
  let unit = 100
  while (unit * 10 <= most) unit *= 10
  return unit * (STEPS.find((step) => unit * step >= most) ?? 10)
}
