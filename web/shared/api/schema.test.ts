// The generated `schema.d.ts` begins with a hash of the API contract.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { stamp } from '../../tools/openapi/source.mjs'

it('matches the current contract; if not, run `npm run api`', () => {
  expect(readFileSync('shared/api/schema.d.ts', 'utf8').split('\n')[0]).toBe(stamp())
})
