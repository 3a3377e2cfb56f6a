import { afterEach, describe, expect, it } from 'vitest'
import { number, setNumberLocale } from '~shared/i18n/format'
import { LOCALES } from '~shared/i18n/locale'
import { visibleValues, ordered, sliderStops, toManats, toNumber, toQepik } from './range-values'

describe('parsing a number', () => {
  afterEach(() => setNumberLocale('az'))

  it.each([
    ['12,50', 12.5],
    ['12.50', 12.5],
    ['1200', 1200],
    ['1 200', 1200],
    ['1 200,50', 1200.5],
    ['1\u00a0200.50', 1200.5],
    ['1,234.50', 1234.5],
    ['1,234.', 1234],
    ['1,234,567', 1_234_567],
    ['1.234,50', 1234.5],
    ['1.234.567', 1_234_567],
    ['0', 0],
    ['0,125', 0.125],
    [' 7 ', 7],
    ['7,', 7],
    [',5', 0.5],
  ])('accepts %s in every language', (typed, value) => {
    for (const locale of LOCALES) {
      setNumberLocale(locale)
      expect(toNumber(typed), locale).toBe(value)
    }
  })

  it.each(['', '-3', 'abc', '1e5', '0x10', '1,2,3', '12,34.5', '1,234,5', '1.234.5', '1 2', '12 50', '1,234.567.890'])(
    'refuses "%s" in every language',
    (typed) => {
      for (const locale of LOCALES) {
        setNumberLocale(locale)
        expect(toNumber(typed), locale).toBeUndefined()
      }
    },
  )

  it('accepts a comma before three digits only on English pages, which group thousands by commas', () => {
    expect(toNumber('1,234')).toBeUndefined()
    setNumberLocale('ru')
    expect(toNumber('1,234')).toBeUndefined()
    setNumberLocale('en')
    expect(toNumber('1,234')).toBe(1234)
  })

  it('refuses a point before three digits, which may group thousands or start a fraction', () => {
    for (const locale of LOCALES) {
      setNumberLocale(locale)
      expect(toNumber('1.234'), locale).toBeUndefined()
    }
  })

  it('reads every number that the pages format', () => {
    for (const locale of LOCALES) {
      setNumberLocale(locale)
      for (const value of [0, 7, 12.5, 999.99, 1000, 1234.5, 1_234_567]) expect(toNumber(number(value)), `${locale} ${value}`).toBe(value)
    }
  })
})

it('converts every amount from manats to qəpik and back', () => {
  // Every seventh amount up to 2000 manats has all last digits.
  for (let qepik = 0; qepik < 200_000; qepik += 7) expect(toQepik(toManats(qepik))).toBe(qepik)
  expect([toManats(1250), toManats(undefined), toQepik(undefined)]).toEqual([12.5, undefined, undefined])
})

it('refuses fractions of a qəpik instead of rounding them', () => expect(toQepik(12.505)).toBeUndefined())

it('swaps bounds typed in the wrong order', () => {
  expect(ordered({ low: 9, high: 2 })).toEqual({ low: 2, high: 9 })
  expect(ordered({ low: 9 })).toEqual({ low: 9, high: undefined })
})

const values = (count: number) => Array.from({ length: count }, (_, index) => ({ value: String(index) }))
const joined = (shown: { value: string }[]) => shown.map(({ value }) => value).join('')

it('shows a short list completely, and of a long one the first six and the chosen values', () => {
  expect(visibleValues(values(8), () => false)).toHaveLength(8)
  expect(joined(visibleValues(values(10), () => false))).toBe('012345')
  expect(joined(visibleValues(values(10), (value) => value === '8'))).toBe('0123458')
})

it('stops at every manat for small prices, and less often for higher ones', () => {
  // A step is the largest of 1, 2, 5, 10 … that is at most a 25th of the value.
  expect(sliderStops(3.5, 6.2)).toEqual([3, 4, 5, 6, 7])
  expect(sliderStops(48, 56)).toEqual([48, 49, 50, 52, 54, 56])
  expect(sliderStops(1180, 1399)).toEqual([1180, 1200, 1220, 1240, 1260, 1300, 1350, 1400])
  expect(sliderStops(7, 7)).toEqual([7])
  expect(sliderStops(0, 100_000).length).toBeLessThan(500)
})
