import { afterEach, describe, expect, it } from 'vitest'
import { writeFiguresIn } from '~shared/i18n/format'
import { inOrder, toManats, toNumber, toQepik } from './numbers'

it.each([
  ['12,50', 12.5],
  ['1 200', 1200],
  ['0', 0],
  ['', undefined],
  ['-3', undefined],
  ['abc', undefined],
])('understands %s', (typed, value) => expect(toNumber(typed)).toBe(value))

describe('in English', () => {
  afterEach(() => writeFiguresIn('az'))
  it.each([
    ['1,234.5', 1234.5],
    ['1,234,567', 1234567],
    ['12,5', 12.5],
  ])('understands %s', (typed, value) => {
    writeFiguresIn('en')
    expect(toNumber(typed)).toBe(value)
  })
})

it('goes from manats to qəpik and back without losing one', () => {
  expect(toQepik(19.9)).toBe(1990)
  expect(toQepik(0.07)).toBe(7)
  expect([toManats(1250), toManats(undefined), toQepik(undefined)]).toEqual([12.5, undefined, undefined])
})

it('takes bounds typed the wrong way round the right way round', () => {
  expect(inOrder({ low: 9, high: 2 })).toEqual({ low: 2, high: 9 })
  expect(inOrder({ low: 9 })).toEqual({ low: 9, high: undefined })
})
