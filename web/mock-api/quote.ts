// A quote states what a cart costs. An order is accepted only if its quote still holds.
import type { CartChange, CartItem } from '~shared/api/types'
import { keyOf } from '~/features/basket/rules'

type Line = Pick<CartItem, 'productId' | 'sizeId' | 'count' | 'available'>

interface Quoted {
  total: number
  items: Line[]
}

/** The server would sign the quote. */
export const quoteOf = ({ total, items }: Quoted) =>
  JSON.stringify({ total, items: items.map(({ productId, sizeId, count }) => ({ productId, sizeId, count })) })

const lineIds = ({ productId, sizeId }: Line) => ({ productId, ...(sizeId !== undefined && { sizeId }) })

/** Returns what has changed in a cart since its quote, by a simplified version of the server's rules. */
export function changesOf(quote: string, now: Quoted): CartChange[] {
  const quoted = JSON.parse(quote) as Quoted
  const findLine = ({ items }: Quoted, { productId, sizeId }: Line) =>
    items.find((item) => keyOf(item.productId, item.sizeId) === keyOf(productId, sizeId))
  const lineChanges = now.items.flatMap((line): CartChange[] => {
    const previousCount = findLine(quoted, line)?.count
    if (line.count > line.available) return [{ code: 'stock', ...lineIds(line), was: line.count, is: line.available }]
    if (previousCount === undefined) return [{ code: 'new', ...lineIds(line) }]
    return previousCount === line.count ? [] : [{ code: 'count', ...lineIds(line), was: previousCount, is: line.count }]
  })
  const removed = quoted.items.filter((line) => !findLine(now, line)).map((line): CartChange => ({ code: 'gone', ...lineIds(line) }))
  const total = quoted.total === now.total ? [] : [{ code: 'total', was: quoted.total, is: now.total }]
  return [...removed, ...lineChanges, ...total]
}
