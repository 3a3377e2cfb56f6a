import { describe, expect, it } from 'vitest'
import type { ProductCard } from '~shared/api/types'
import { add, decrease, increase, keyOf, type Line, lineTotal, remove, totals, countUnits } from './rules'

const rose = { id: 1, name: 'Rose', price: 1000, discountedPrice: 800 } as ProductCard
const cake = { id: 2, name: 'Cake', price: 3000 } as ProductCard
const small = { id: 11, name: 'S', price: 700 }
const large = { id: 12, name: 'L', price: 1500 }

const fill = (...items: [ProductCard, typeof small | null][]) =>
  items.reduce<Line[]>((lines, [product, size]) => add(lines, product, size), [])
const brief = (lines: Line[]) => lines.map(({ id, size, count, product }) => [id, size?.id ?? null, count, product.total])

describe('adding', () => {
  it('appends a line with count 1', () => expect(brief(fill([rose, null]))).toEqual([[1, null, 1, 800]]))
  it('increases the count of the same product and size', () =>
    expect(brief(fill([rose, null], [rose, null]))).toEqual([[1, null, 2, 1600]]))
  it('keeps sizes apart', () =>
    expect(brief(fill([rose, small], [rose, large], [rose, small]))).toEqual([
      [1, 11, 2, 1400],
      [1, 12, 1, 1500],
    ]))
})

describe('line total', () => {
  const line = (product: ProductCard, size: typeof small | null) => ({ product: { ...product, total: 0 }, size, count: 3 })
  it('is the count times the price of the size', () => expect(lineTotal(line(rose, large))).toBe(4500))
  it('uses the discounted price without a size', () => expect(lineTotal(line(rose, null))).toBe(2400))
  it('uses the price without a size and a discount', () => expect(lineTotal(line(cake, null))).toBe(9000))
})

describe('changing', () => {
  const lines = fill([rose, small], [rose, large], [cake, null])
  it('increases one line', () => expect(brief(increase(lines, keyOf(1, 12)))[1]).toEqual([1, 12, 2, 3000]))
  it('decreases one line, and computes its total again', () => {
    const linesWithTwoCakes = increase(lines, keyOf(2))
    expect(brief(decrease(linesWithTwoCakes, keyOf(2)))[2]).toEqual([2, null, 1, 3000])
  })
  it('removes a line at zero', () => expect(brief(decrease(lines, keyOf(2)))).toHaveLength(2))
  it('removes every line of a product', () => expect(brief(remove(lines, 1))).toEqual([[2, null, 1, 3000]]))
  it('sums up', () => expect([countUnits(lines), totals(lines)]).toEqual([3, { subtotal: 5200, discount: 0, total: 5200 }]))
  it('computes the discount', () => expect(totals(fill([rose, null]))).toEqual({ subtotal: 1000, discount: 200, total: 800 }))
})
