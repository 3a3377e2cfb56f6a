import { afterEach, describe, expect, it } from 'vitest'
import { setNumberLocale } from '~shared/i18n/format'
import { visibleValues, ordered, sliderStops, toManats, toNumber, toQepik } from './range-values'

it.each([
  ['12,50', 12.5],
  ['1 200', 1200],
  ['0', 0],
  ['', undefined],
  ['-3', undefined],
  ['abc', undefined],
])('understands %s', (typed, value) => expect(toNumber(typed)).toBe(value))

describe('in English', () => {
  afterEach(() => setNumberLocale('az'))
  it.each([
    ['1,234.5', 1234.5],
    ['1,234,567', 1234567],
    ['12,5', 12.5],
  ])('understands %s', (typed, value) => {
    setNumberLocale('en')
    expect(toNumber(typed)).toBe(value)
  })
})

it('goes from manats to qəpik and back without losing one', () => {
  expect(toQepik(19.9)).toBe(1990)
  expect(toQepik(0.07)).toBe(7)
  expect([toManats(1250), toManats(undefined), toQepik(undefined)]).toEqual([12.5, undefined, undefined])
})

it('takes bounds typed the wrong way round the right way round', () => {
  expect(ordered({ low: 9, high: 2 })).toEqual({ low: 2, high: 9 })
  expect(ordered({ low: 9 })).toEqual({ low: 9, high: undefined })
})

const values = (count: number) => Array.from({ length: count }, (_, index) => ({ value: String(index) }))
const names = (some: { value: string }[]) => some.map(({ value }) => value).join('')

it('shows a short list whole, and of a long one the first six and what is chosen', () => {
  expect(visibleValues(values(8), () => false)).toHaveLength(8)
  expect(names(visibleValues(values(10), () => false))).toBe('012345')
  expect(names(visibleValues(values(10), (value) => value === '8'))).toBe('0123458')
})

it('stops at every manat while it is about a few, and ever more seldom', () => {
  expect(sliderStops(3.5, 6.2)).toEqual([3, 4, 5, 6, 7])
  expect(sliderStops(48, 56)).toEqual([48, 49, 50, 52, 54, 56])
  expect(sliderStops(1180, 1399)).toEqual([1180, 1200, 1220, 1240, 1260, 1300, 1350, 1400])
  expect(sliderStops(7, 7)).toEqual([7])
  expect(sliderStops(0, 100_000).length).toBeLessThan(500)
})
