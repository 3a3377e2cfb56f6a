import { expect, it } from 'vitest'
import { cancelledShare, changePercent, roundTop } from './figures'

it.each([
  [120, 100, 20],
  [50, 200, -75],
  [0, 4, -100],
  [7, 0, null],
])('%d after %d is a change of %s per cent', (now, before, percent) => expect(changePercent(now, before)).toBe(percent))

it('the share of cancelled orders is rounded, and null without orders', () => {
  expect(cancelledShare({ orders: 8, cancelled: 1 })).toBe(13)
  expect(cancelledShare({ orders: 0, cancelled: 0 })).toBeNull()
})

it.each([
  [0, 0],
  [1, 1],
  [3, 5],
  [10, 10],
  [51, 100],
  [123_450, 200_000],
])('a chart up to %d ends at %d', (highest, top) => expect(roundTop(highest)).toBe(top))
