import { expect, it } from 'vitest'
import { pauseAfter } from './follow-line'

it('waits twice as long each time, up to half a minute, and not in step with others', () => {
  expect([0, 1, 2, 9].map((failures) => pauseAfter(failures, 1))).toEqual([1000, 2000, 4000, 30_000])
  expect(pauseAfter(2, 0)).toBe(2000)
})
