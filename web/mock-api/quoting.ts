import type { CartChange, CartItem } from '~shared/api/types'
import { keyOf } from '~/features/basket/rules'

interface Quoted {
  total: number
  items: Pick<CartItem, 'productId' | 'sizeId' | 'count' | 'available'>[]
}

/** Returns the quote in plain text: the mock need not sign it. */
export const quoteOf = ({ total, items }: Quoted) =>
  JSON.stringify({ total, items: items.map(({ productId, sizeId, count }) => ({ productId, sizeId, count })) })

/** Compares the cart with its quote; a simplified version of the server's check. */
export function changesOf(quote: string, now: Quoted): CartChange[] {
  const quoted = JSON.parse(quote) as Quoted
  const named = ({ productId, sizeId }: Quoted['items'][number]) => ({ productId, ...(sizeId !== undefined && { sizeId }) })
  const inThe = ({ items }: Quoted, { productId, sizeId }: Quoted['items'][number]) =>
    items.find((one) => keyOf(one.productId, one.sizeId) === keyOf(productId, sizeId))
  const ofLines = now.items.flatMap((line): CartChange[] => {
    const was = inThe(quoted, line)?.count
    if (line.count > line.available) return [{ code: 'stock', ...named(line), was: line.count, is: line.available }]
    if (was === undefined) return [{ code: 'new', ...named(line) }]
    return was === line.count ? [] : [{ code: 'count', ...named(line), was, is: line.count }]
  })
  const gone = quoted.items.filter((line) => !inThe(now, line)).map((line): CartChange => ({ code: 'gone', ...named(line) }))
  const total = quoted.total === now.total ? [] : [{ code: 'total', was: quoted.total, is: now.total }]
  return [...gone, ...ofLines, ...total]
}
