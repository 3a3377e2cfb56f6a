import type { ProductCard } from '~shared/api/types'
import { percentOff } from '~shared/ui/product-facts'

export const ORDERS = ['added', 'price_asc', 'price_desc', 'discount'] as const
type Order = (typeof ORDERS)[number]

export const orderOf = (typed: string | null): Order => ORDERS.find((order) => order === typed) ?? 'added'

const toPay = ({ price, discountedPrice = price }: ProductCard) => Math.min(price, discountedPrice)
const saved = ({ price, discountedPrice }: ProductCard) => percentOff(price, discountedPrice)

const COMPARED: Record<Exclude<Order, 'added'>, (a: ProductCard, b: ProductCard) => number> = {
  price_asc: (a, b) => toPay(a) - toPay(b),
  price_desc: (a, b) => toPay(b) - toPay(a),
  discount: (a, b) => saved(b) - saved(a),
}

/** Sorts on the client, because all favourites are loaded. The server returns the latest first. */
export const ordered = (products: ProductCard[], order: Order) => (order === 'added' ? products : products.toSorted(COMPARED[order]))
