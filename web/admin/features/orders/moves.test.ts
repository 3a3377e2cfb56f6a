import { expect, it } from 'vitest'
import { movesOf } from './api'
import { ORDER_STATUSES } from './filter'

it('only final statuses have no next status, and no status leads to itself', () => {
  const finalStatuses = ORDER_STATUSES.filter((status) => movesOf(status).length === 0)
  expect(finalStatuses).toEqual(['delivered', 'cancelled', 'returned'])
  for (const status of ORDER_STATUSES) expect(movesOf(status)).not.toContain(status)
})
