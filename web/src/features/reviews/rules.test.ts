import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { lengthOf, reviewSchema, type TypedReview } from './rules'

/** Error codes by field. */
function brokenRules(typed: TypedReview) {
  const { issues = [] } = v.safeParse(reviewSchema, typed)
  return Object.fromEntries(issues.map(({ path, message }) => [path?.[0]?.key, message]))
}

describe('a review', () => {
  it.each<[TypedReview, object]>([
    [
      { rating: '', text: '' },
      { rating: 'required', text: 'required' },
    ],
    [{ rating: null, text: 'Çox gözəldir' }, { rating: 'required' }],
    [{ rating: '5', text: '   Gözəldir   ' }, { text: 'too_short' }],
    [{ rating: '5', text: 'Gözəl idi!' }, {}],
    [{ rating: '1', text: 'ə'.repeat(2000) }, {}],
    [{ rating: '1', text: 'ə'.repeat(2001) }, { text: 'too_long' }],
  ])('%j breaks %j', (typed, rules) => expect(brokenRules(typed)).toEqual(rules))

  it('is sent with a numeric rating and trimmed text', () =>
    expect(v.parse(reviewSchema, { rating: '4', text: ' Çox gözəldir ' })).toEqual({ rating: 4, text: 'Çox gözəldir' }))

  it('is measured like the server does: an emoji is one character', () => {
    expect(lengthOf(' 🌹🌹🌹 ')).toBe(3)
    expect(brokenRules({ rating: '5', text: '🌹'.repeat(9) })).toEqual({ text: 'too_short' })
    expect(brokenRules({ rating: '5', text: '🌹'.repeat(2000) })).toEqual({})
  })
})
