import { expect, it } from 'vitest'
import { chartTop, conversion } from './figures'

it('conversion has one decimal place, and is a dash without clicks', () => {
  expect([conversion({ clicks: 40, orders: 1 }), conversion({ clicks: 3, orders: 1 }), conversion({ clicks: 5, orders: 5 })]).toEqual([
    '2,5%',
    '33,3%',
    '100%',
  ])
  expect(conversion({ clicks: 0, orders: 2 })).toBe('—')
})

it('the chart ends at a round amount that is at least the highest bar', () => {
  expect([0, 1, 100, 101, 450, 999, 1_000, 12_345, 60_000].map(chartTop)).toEqual([100, 100, 100, 200, 500, 1_000, 1_000, 20_000, 100_000])
})
