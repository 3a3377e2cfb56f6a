import { describe, expect, it } from 'vitest'
import { clock, isOver, timeLeft } from './clock'

describe('the time that is left', () => {
  const now = 1_000_000
  it.each([
    [86_399_000, '23:59:59'],
    [3_600_000, '01:00:00'],
    [300_000, '05:00'],
    [299_001, '05:00'],
    [59_000, '00:59'],
    [1, '00:01'],
    [0, '00:00'],
    [-5000, '00:00'],
  ])('%d ms before the deadline', (left, shown) => expect(clock(timeLeft(now + left, now))).toBe(shown))

  it('is over at the deadline and not before', () =>
    expect([isOver(timeLeft(now, now)), isOver(timeLeft(now + 1, now))]).toEqual([true, false]))
})
