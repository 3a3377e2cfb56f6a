import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { starFill, barWidth } from '~shared/features/reviews/stars'
import { lengthOf, reviewSchema, type Typed } from './rules'

/** Returns the broken rule of each field. */
function broken(typed: Typed) {
  const { issues = [] } = v.safeParse(reviewSchema, typed)
  return Object.fromEntries(issues.map(({ path, message }) => [path?.[0]?.key, message]))
}

describe('a review', () => {
  it.each<[Typed, object]>([
    [
      { rating: '', text: '' },
      { rating: 'required', text: 'required' },
    ],
    [{ rating: null, text: 'Çox gözəldir' }, { rating: 'required' }],
    [{ rating: '5', text: '   Gözəldir   ' }, { text: 'too_short' }],
    [{ rating: '5', text: 'Gözəl idi!' }, {}],
    [{ rating: '1', text: 'ə'.repeat(2000) }, {}],
    [{ rating: '1', text: 'ə'.repeat(2001) }, { text: 'too_long' }],
  ])('%j breaks %j', (typed, rules) => expect(broken(typed)).toEqual(rules))

  it('is sent with a numeric rating and trimmed text', () =>
    expect(v.parse(reviewSchema, { rating: '4', text: ' Çox gözəldir ' })).toEqual({ rating: 4, text: 'Çox gözəldir' }))

  it('is measured like the server does: an emoji is one character', () => {
    expect(lengthOf(' 🌹🌹🌹 ')).toBe(3)
    expect(broken({ rating: '5', text: '🌹'.repeat(9) })).toEqual({ text: 'too_short' })
    expect(broken({ rating: '5', text: '🌹'.repeat(2000) })).toEqual({})
  })
})

describe('stars', () => {
  it('have bars in percent of all reviews, at least visible', () => {
    expect([1, 2, 3, 4, 5].map((many) => barWidth([1, 0, 0, 99, 100], many))).toEqual([2, 0, 0, 50, 50])
    expect(barWidth([0, 0, 0, 0, 0], 5)).toBe(0)
  })
  it('are filled in proportion to the rating', () => expect([1, 2, 3, 4, 5].map((n) => starFill(3.4, n))).toEqual([100, 100, 100, 40, 0]))
})
