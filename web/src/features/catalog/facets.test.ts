import { expect, it } from 'vitest'
import { folded, stepFor } from './facets'

const values = (count: number) => Array.from({ length: count }, (_, index) => ({ value: String(index) }))
const names = (some: { value: string }[]) => some.map(({ value }) => value).join('')

it('shows a short list whole, and of a long one the first six and what is chosen', () => {
  expect(folded(values(8), () => false)).toHaveLength(8)
  expect(names(folded(values(10), () => false))).toBe('012345')
  expect(names(folded(values(10), (value) => value === '8'))).toBe('0123458')
})

it.each([
  [0, 1],
  [90, 1],
  [200, 1],
  [380, 2],
  [900, 5],
  [2000, 10],
  [25_000, 200],
])('steps over %d in %d', (span, step) => expect(stepFor(span)).toBe(step))
