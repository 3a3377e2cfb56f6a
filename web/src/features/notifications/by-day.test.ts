import { expect, it } from 'vitest'
import type { Notification } from '~shared/api/types'
import { byDay } from './news'

const notification = (id: number, createdAt: string) => ({ id, createdAt }) as Notification

// Midnight in Baku is 20:00 UTC.
it('splits the list where the day changes in Baku', () => {
  const days = byDay([
    notification(4, '2026-11-20T20:30:00Z'),
    notification(3, '2026-11-20T19:30:00Z'),
    notification(2, '2026-11-19T20:00:00Z'),
    notification(1, '2026-11-01T08:00:00Z'),
  ])
  expect(days.map(({ day, items }) => [day, items.map(({ id }) => id)])).toEqual([
    ['2026-11-21', [4]],
    ['2026-11-20', [3, 2]],
    ['2026-11-01', [1]],
  ])
})

it('returns no days for an empty list', () => expect(byDay([])).toEqual([]))
