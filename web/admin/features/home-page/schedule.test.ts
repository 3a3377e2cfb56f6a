import { describe, expect, it } from 'vitest'
import { isWithinYear, stateOf } from './schedule'

const ALWAYS = { isHidden: false, isScheduled: false, from: '', until: '', isYearly: false }
/** `now` is a time in Baku. */
const stateAt = (now: string, schedule: Partial<typeof ALWAYS>) =>
  stateOf({ ...ALWAYS, isScheduled: true, ...schedule }, Date.parse(`${now}:00+04:00`))

describe('the state of a section', () => {
  it('without a schedule is shown, unless it is hidden', () => {
    expect(stateOf(ALWAYS, 0)).toBe('shown')
    expect(stateOf({ ...ALWAYS, isHidden: true }, 0)).toBe('hidden')
  })

  it.each([
    ['2026-12-01T09:59', 'later'],
    ['2026-12-01T10:00', 'until'],
    ['2026-12-31T23:59', 'until'],
    ['2027-01-05T00:00', 'over'],
  ])('depends on start and end: %s', (now, expected) => {
    expect(stateAt(now, { from: '2026-12-01T10:00', until: '2027-01-05T00:00' })).toBe(expected)
  })

  it('is open on a side without a time', () => {
    expect(stateAt('2040-01-01T00:00', { from: '2026-12-01T10:00' })).toBe('shown')
    expect(stateAt('2020-01-01T00:00', { until: '2026-12-01T10:00' })).toBe('until')
  })

  it.each([
    ['2030-12-19T23:59', 'yearly'],
    ['2030-12-20T00:00', 'yearlyNow'],
    ['2031-01-04T23:59', 'yearlyNow'],
    ['2031-01-05T00:00', 'yearly'],
  ])('repeats every year over New Year: %s', (now, expected) => {
    expect(stateAt(now, { from: '2026-12-20T00:00', until: '2027-01-05T00:00', isYearly: true })).toBe(expected)
  })

  it.each([
    ['2028-02-29T12:00', 'yearlyNow'],
    ['2027-02-28T12:00', 'yearlyNow'],
    ['2027-03-01T00:00', 'yearly'],
  ])('accepts 29 February: %s', (now, expected) => {
    expect(stateAt(now, { from: '2026-02-27T00:00', until: '2026-03-01T00:00', isYearly: true })).toBe(expected)
  })

  it.each([
    ['2026-03-01T00:00', '2027-03-01T00:00'],
    // 366 days, and one more than the year.
    ['2026-03-01T00:00', '2027-03-02T00:00'],
    ['2028-01-01T00:00', '2029-01-01T00:00'],
    // Two turns of the year.
    ['2026-12-31T12:00', '2028-01-01T12:00'],
  ])('is always shown in a yearly period of a year: %s to %s', (from, until) => {
    for (const now of ['2026-03-01T00:00', '2026-03-01T12:00', '2028-02-29T12:00', '2030-12-31T23:59', '2031-01-02T00:00'])
      expect(stateAt(now, { from, until, isYearly: true }), now).toBe('yearlyNow')
  })

  it('has a gap in a yearly period that lacks a minute of the year', () => {
    const almost = { from: '2026-03-01T00:00', until: '2027-02-28T23:59', isYearly: true }
    expect(stateAt('2030-02-28T23:58', almost)).toBe('yearlyNow')
    expect(stateAt('2030-02-28T23:59', almost)).toBe('yearly')
    expect(stateAt('2030-03-01T00:00', almost)).toBe('yearlyNow')
  })

  it('is unfinished while its times are missing', () => {
    expect(stateAt('2026-12-01T10:00', {})).toBe('unfinished')
    expect(stateAt('2026-12-01T10:00', { from: '2026-12-01T10:00', isYearly: true })).toBe('unfinished')
  })
})

it('a year has at most 366 days', () => {
  expect(isWithinYear('2026-03-01T00:00', '2027-03-02T00:00')).toBe(true)
  expect(isWithinYear('2026-03-01T00:00', '2027-03-02T00:01')).toBe(false)
})
