import { describe, expect, it } from 'vitest'
import { isPastDate, joinDate, qepikOf, splitDate } from './rules'

describe('an amount', () => {
  it.each([
    ['12', 1200],
    ['12,5', 1250],
    ['1000.50', 100_050],
    ['1 000,50', 100_050],
    ['1\u00A0000,50', 100_050],
    ['1\u202F000', 100_000],
    ['1 000 000', 100_000_000],
  ])('%o is %i qəpik', (typed, qepik) => expect(qepikOf(typed)).toBe(qepik))

  // Wrong groups, too many decimals, or more than a million manat.
  it.each(['', '1 00', '1000 000', '10 0000', '1  000', ' 1', '1,000', '1.000,50', '1 000 000,01', '-1', '1 000,505'])(
    '%o is none',
    (typed) => expect(qepikOf(typed)).toBeUndefined(),
  )
})

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
    // Before 1900, not in the calendar, or incomplete.
    ['1899-12-31', false],
    ['2001-02-29', false],
    ['2001-13-01', false],
    ['2001-04-31', false],
    ['1990--05', false],
    ['', false],
  ])('%o: %o', (iso, isPast) => expect(isPastDate(iso, '2026-11-20')).toBe(isPast))
})
