// The rules of a guest's basket, without I/O. Amounts are in qəpik.

import type { ProductCard } from '~shared/api/types'

/** Two presses within this time count as one. */
export const DOUBLE_TAP_MS = 500

/** The greatest count of a line, the same as in an account's cart. */
export const MAX_COUNT = 999

export interface LineSize {
  id: number
  price: number
  name: string
  /** The stock at the time when the product was added. */
  stock?: number
}

/** A product in one size, as it was when it was added. `total` is the price of the whole line. */
export interface Line {
  id: number
  count: number
  product: ProductCard & { total: number }
  size: LineSize | null
}

export const keyOf = (productId: number, sizeId?: number | null) => `${productId}:${sizeId ?? ''}`
export const lineKey = (line: Line) => keyOf(line.id, line.size?.id)

export const unitPrice = (product: Pick<ProductCard, 'price' | 'discountedPrice'>, size: Pick<LineSize, 'price'> | null) =>
  size ? size.price : (product.discountedPrice ?? product.price)

export const lineTotal = (line: Pick<Line, 'product' | 'size' | 'count'>) => unitPrice(line.product, line.size) * line.count

const withCount = (line: Line, count: number): Line => {
  const next = { ...line, count }
  return { ...next, product: { ...line.product, total: lineTotal(next) } }
}

const changeCount = (lines: Line[], key: string, delta: number) =>
  lines
    .map((line) => (lineKey(line) === key ? withCount(line, Math.min(line.count + delta, MAX_COUNT)) : line))
    .filter(({ count }) => count > 0)

export function add(lines: Line[], product: ProductCard, size: LineSize | null): Line[] {
  const key = keyOf(product.id, size?.id)
  if (lines.some((line) => lineKey(line) === key)) return changeCount(lines, key, 1)
  return [...lines, withCount({ id: product.id, count: 0, product: { ...product, total: 0 }, size }, 1)]
}

export const increase = (lines: Line[], key: string) => changeCount(lines, key, 1)

export const decrease = (lines: Line[], key: string) => changeCount(lines, key, -1)

export const remove = (lines: Line[], productId: number) => lines.filter(({ id }) => id !== productId)

export const countUnits = (lines: Line[]) => lines.reduce((sum, { count }) => sum + count, 0)

/** The slowest product counts, because an order is delivered as a whole. */
export const preparationOf = (products: readonly (Pick<ProductCard, 'preparationDays'> | undefined)[]) =>
  Math.max(0, ...products.map((product) => product?.preparationDays ?? 0))

/** `subtotal` is without discounts, `total` is the sum to pay. */
export function totals(lines: Line[]) {
  const total = lines.reduce((sum, line) => sum + lineTotal(line), 0)
  const subtotal = lines.reduce((sum, { product, size, count }) => sum + (size ? size.price : product.price) * count, 0)
  return { subtotal, discount: subtotal - total, total }
}

/** The maximum of a request, and of lines in an account's cart. */
const MAX_IDS = 100

/** Sorted, so that the same basket gives the same query. */
export const stockIds = (lines: Line[]) => [...new Set(lines.map(({ id }) => id))].slice(0, MAX_IDS).sort((a, b) => a - b)
