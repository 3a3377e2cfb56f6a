import { describe, expect, it } from 'vitest'
import { clock, isOver, timeLeft } from './clock'

describe('the time that is left', () => {
  const at = 1_000_000
  it.each([
    [86_399_000, '23:59:59'],
    [3_600_000, '01:00:00'],
    [300_000, '05:00'],
    [299_001, '05:00'],
    [59_000, '00:59'],
    [1, '00:01'],
    [0, '00:00'],
    [-5000, '00:00'],
  ])('%d ms before the deadline', (left, shown) => expect(clock(timeLeft(at + left, at))).toBe(shown))

  it('is over at the deadline and not before', () =>
    expect([isOver(timeLeft(at, at)), isOver(timeLeft(at + 1, at))]).toEqual([true, false]))
})
