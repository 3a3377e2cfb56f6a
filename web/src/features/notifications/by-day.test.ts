import { expect, it } from 'vitest'
import type { Notification } from '~shared/api/types'
import { byDay } from './news'

const at = (id: number, createdAt: string) => ({ id, createdAt }) as Notification

it('splits the list where the day changes in Baku', () => {
  const days = byDay([
    at(4, '2026-11-20T20:30:00Z'),
    at(3, '2026-11-20T19:30:00Z'),
    at(2, '2026-11-19T20:00:00Z'),
    at(1, '2026-11-01T08:00:00Z'),
  ])
  expect(days.map(({ day, items }) => [day, items.map(({ id }) => id)])).toEqual([
    ['2026-11-21', [4]],
    ['2026-11-20', [3, 2]],
    ['2026-11-01', [1]],
  ])
})

it('returns no days for an empty list', () => expect(byDay([])).toEqual([]))
