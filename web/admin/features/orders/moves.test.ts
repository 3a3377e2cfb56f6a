import { expect, it } from 'vitest'
import { movesOf } from './api'
import { STATUSES } from './filter'

it('the table of moves leads every order to a final status', () => {
  const ends = STATUSES.filter((status) => movesOf(status).length === 0)
  expect(ends).toEqual(['delivered', 'cancelled', 'returned'])
  for (const status of STATUSES) expect(movesOf(status)).not.toContain(status)
})
