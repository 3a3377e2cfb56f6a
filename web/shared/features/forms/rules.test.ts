import { describe, expect, it } from 'vitest'
import { isPastDate, joinDate, splitDate } from './rules'

describe('a date in parts', () => {
  it.each(['2001-03-08', '1990-12-31', '', '1990--', '-02-', '--05'])('%o survives splitting and joining', (iso) => {
    expect(joinDate(splitDate(iso))).toBe(iso)
  })
  it('pads to two digits', () => expect(joinDate({ year: '2001', month: '3', day: '8' })).toBe('2001-03-08'))
})

describe('a day in the past', () => {
  it.each([
    ['2001-03-08', true],
    ['2000-02-29', true],
    ['2026-11-20', true],
    ['2026-11-21', false],
    ['1899-12-31', false],
    ['2001-02-29', false],
    ['2001-13-01', false],
    ['2001-04-31', false],
    ['1990--05', false],
    ['', false],
  ])('%o: %o', (iso, isOne) => expect(isPastDate(iso, '2026-11-20')).toBe(isOne))
})
