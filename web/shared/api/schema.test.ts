import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { stamp } from '../../tools/openapi/source.mjs'

it('is generated from the contract as it is now: otherwise run `npm run api`', () => {
  expect(readFileSync('shared/api/schema.d.ts', 'utf8').split('\n')[0]).toBe(stamp())
})
