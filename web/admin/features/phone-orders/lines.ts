// The products of an order on the phone.
import type { ProductCard } from '~shared/api/types'

export const MAX_LINES = 100
const MAX_COUNT = 999
const COUNT = /^\d{1,3}$/

export interface PhoneLine {
  /** Identifies the line in this browser, also when its size changes. */
  key: string
  productId: number
  /** Only displayed. */
  name: string
  hasSizes: boolean
  /** Empty without a size. */
  sizeId: string
  count: string
}

export const isCount = (typed: string) => COUNT.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= MAX_COUNT

export const isComplete = ({ hasSizes, sizeId, count }: PhoneLine) => isCount(count) && (!hasSizes || sizeId !== '')

const withOneMore = (line: PhoneLine): PhoneLine =>
  isCount(line.count) ? { ...line, count: String(Math.min(MAX_COUNT, Number(line.count) + 1)) } : line

type AddedProduct = Pick<ProductCard, 'id' | 'name' | 'hasSizes'>

/** Increases the count of a product that is in the list. A product with sizes gets a line for each size. */
export function addProduct(lines: PhoneLine[], { id, name, hasSizes }: AddedProduct, key: string): PhoneLine[] {
  const existing = lines.find(({ productId, sizeId }) => productId === id && sizeId === '')
  if (existing && hasSizes) return lines
  if (existing) return lines.map((line) => (line === existing ? withOneMore(line) : line))
  return lines.length >= MAX_LINES ? lines : [...lines, { key, productId: id, name, hasSizes, sizeId: '', count: '1' }]
}

/** Returns the sizes of the product in other lines, because a size may have one line only. */
export const sizesElsewhere = (lines: PhoneLine[], line: PhoneLine): string[] =>
  lines.filter(({ key, productId }) => productId === line.productId && key !== line.key).map(({ sizeId }) => sizeId)
