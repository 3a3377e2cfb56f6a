import { expect, it } from 'vitest'
import { folded, stopsOf } from './numbers'

const values = (count: number) => Array.from({ length: count }, (_, index) => ({ value: String(index) }))
const names = (some: { value: string }[]) => some.map(({ value }) => value).join('')

it('shows a short list whole, and of a long one the first six and what is chosen', () => {
  expect(folded(values(8), () => false)).toHaveLength(8)
  expect(names(folded(values(10), () => false))).toBe('012345')
  expect(names(folded(values(10), (value) => value === '8'))).toBe('0123458')
})

it('stops at every manat while it is about a few, and ever more seldom', () => {
  expect(stopsOf(3.5, 6.2)).toEqual([3, 4, 5, 6, 7])
  expect(stopsOf(48, 56)).toEqual([48, 49, 50, 52, 54, 56])
  expect(stopsOf(1180, 1399)).toEqual([1180, 1200, 1220, 1240, 1260, 1300, 1350, 1400])
  expect(stopsOf(7, 7)).toEqual([7])
  expect(stopsOf(0, 100_000).length).toBeLessThan(500)
})
