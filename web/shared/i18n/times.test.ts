import { describe, expect, it } from 'vitest'
import { moment, timeOfDay, windowOfTime } from './dates'

const NOON = Date.parse('2026-11-20T12:00:00+04:00')

describe('times', () => {
  it('are those of Baku', () => expect(timeOfDay('2026-11-20T21:05:00Z')).toBe('01:05'))

  it.each([
    ['az', '2026-11-20T20:30:00+04:00', 'bu gün, 20:30'],
    ['ru', '2026-11-19T23:59:00+04:00', 'вчера, 23:59'],
    ['en', '2026-11-21T00:00:00+04:00', 'tomorrow, 00:00'],
    ['az', '2026-11-24T09:00:00+04:00', '24 noyabr 2026, 09:00'],
  ] as const)('%s %s', (locale, iso, text) => expect(moment(locale, iso, NOON)).toBe(text))

  it('name the day itself while the clock is unknown', () =>
    expect(moment('en', '2026-11-20T10:00:00Z', null)).toBe('20 November 2026, 14:00'))

  it('of a delivery are a window', () =>
    expect(windowOfTime('az', { from: '2026-11-21T14:00:00+04:00', until: '2026-11-21T16:00:00+04:00' }, NOON)).toBe('sabah, 14:00–16:00'))
})
