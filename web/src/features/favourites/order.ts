import type { ProductCard } from '~shared/api/types'
import { percentOff } from '~shared/ui/product-facts'

export const ORDERS = ['added', 'price_asc', 'price_desc', 'discount'] as const
type Order = (typeof ORDERS)[number]

export const orderOf = (name: string | null): Order => ORDERS.find((order) => order === name) ?? 'added'

const toPay = ({ price, discountedPrice = price }: ProductCard) => Math.min(price, discountedPrice)
const savedPercent = ({ price, discountedPrice }: ProductCard) => percentOff(price, discountedPrice)

const COMPARATORS: Record<Exclude<Order, 'added'>, (a: ProductCard, b: ProductCard) => number> = {
  price_asc: (a, b) => toPay(a) - toPay(b),
  price_desc: (a, b) => toPay(b) - toPay(a),
  discount: (a, b) => savedPercent(b) - savedPercent(a),
}

/** All favourites are loaded, so the browser sorts them. The server returns the latest first. */
export const ordered = (products: ProductCard[], order: Order) => (order === 'added' ? products : products.toSorted(COMPARATORS[order]))
