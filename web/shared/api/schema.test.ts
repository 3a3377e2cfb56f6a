// `schema.d.ts` is generated from the API contract; its first line contains a hash of the contract.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { stamp } from '../../tools/openapi/source.mjs'

it('matches the current contract; if not, run `npm run api`', () => {
  expect(readFileSync('shared/api/schema.d.ts', 'utf8').split('\n')[0]).toBe(stamp())
})
