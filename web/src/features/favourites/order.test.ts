import { describe, expect, it } from 'vitest'
import type { ProductCard } from '~shared/api/types'
import { ordered, orderOf } from './order'

/** Prices are in qəpik. */
const card = (id: number, price: number, discountedPrice?: number) =>
  ({ id, price, ...(discountedPrice !== undefined && { discountedPrice }) }) as ProductCard

const liked = [card(1, 3000), card(2, 5000, 2000), card(3, 1000, 900), card(4, 3000)]
const idsSortedBy = (order: string | null) => ordered(liked, orderOf(order)).map(({ id }) => id)

describe('favourites', () => {
  it('keep the order in which they were added', () => expect(idsSortedBy(null)).toEqual([1, 2, 3, 4]))
  it('are sorted by the current price, and products with equal prices keep their order', () => {
    expect(idsSortedBy('price_asc')).toEqual([3, 2, 1, 4])
    expect(idsSortedBy('price_desc')).toEqual([1, 4, 2, 3])
  })
  it('are sorted by discount, largest first', () => expect(idsSortedBy('discount')).toEqual([2, 3, 1, 4]))
  it('ignore an unknown order', () => expect(idsSortedBy('unknown')).toEqual([1, 2, 3, 4]))
})
