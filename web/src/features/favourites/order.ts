// The orders in which favourites can be shown.

import type { ProductCard } from '~shared/api/types'
import { percentOff } from '~shared/ui/product-facts'

export const ORDERS = ['added', 'price_asc', 'price_desc', 'discount'] as const
type Order = (typeof ORDERS)[number]

/** Returns the order that the address names, or the default one. */
export const orderOf = (name: string | null): Order => ORDERS.find((order) => order === name) ?? 'added'

/** Returns the current price, which is discounted or not. */
const toPay = ({ price, discountedPrice = price }: ProductCard) => Math.min(price, discountedPrice)
const savedPercent = ({ price, discountedPrice }: ProductCard) => percentOff(price, discountedPrice)

const COMPARATORS: Record<Exclude<Order, 'added'>, (a: ProductCard, b: ProductCard) => number> = {
  price_asc: (a, b) => toPay(a) - toPay(b),
  price_desc: (a, b) => toPay(b) - toPay(a),
  discount: (a, b) => savedPercent(b) - savedPercent(a),
}

/** Sorts the favourites on the client, because all of them are loaded. The server returns the latest first. */
export const ordered = (products: ProductCard[], order: Order) => (order === 'added' ? products : products.toSorted(COMPARATORS[order]))
