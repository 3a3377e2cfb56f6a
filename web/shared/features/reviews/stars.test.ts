import { expect, it } from 'vitest'
import { barWidth, starFill } from './stars'

it('bars are in percent of all reviews, and 2 % for very few', () => {
  const counts = [1, 0, 0, 99, 100]
  // One of 200 reviews has one star.
  expect([1, 2, 3, 4, 5].map((stars) => barWidth(counts, stars))).toEqual([2, 0, 0, 50, 50])
  expect(barWidth([0, 0, 0, 0, 0], 5)).toBe(0)
})

it('stars are filled in proportion to the rating', () =>
  expect([1, 2, 3, 4, 5].map((star) => starFill(3.4, star))).toEqual([100, 100, 100, 40, 0]))
