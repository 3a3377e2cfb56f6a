// The changes of a cart since it was shown, and their texts.

import { keyOf } from '~/features/basket/rules'
import type { CartChange, CartItem, CheckedCart } from '~shared/api/types'
import { money } from '~shared/i18n/format'
import type { Translate } from '~shared/i18n/context'

/** `lines` has the lines before and after, so that a removed line can be named. */
export function changeText(t: Translate, change: CartChange, lines: CartItem[]): string {
  const { code, productId, sizeId, was = 0, is = 0 } = change
  // Without a line of that size, any line of the product has its name.
  const line =
    lines.find((line) => line.productId === productId && line.sizeId === sizeId) ?? lines.find((line) => line.productId === productId)
  const name = [line?.product?.name ?? t('cart.gone'), line?.size?.name].filter(Boolean).join(', ')
  const sums = { was: money(was), is: money(is) }
  switch (code) {
    case 'gone':
      return t('checkout.change.gone', { name })
    case 'new':
      return t('checkout.change.new', { name })
    case 'count':
      return t('checkout.change.count', { name, was, is })
    case 'price':
      return t('checkout.change.price', { name, ...sums })
    case 'stock':
      return is > 0 ? t('checkout.change.stock', { name, count: is }) : t('checkout.change.soldOut', { name })
    case 'promo':
      return is > 0 ? t('checkout.change.promo', sums) : t('checkout.change.promoGone')
    case 'delivery':
      return change.is === undefined || was === is ? t('checkout.change.slot') : t('checkout.change.delivery', sums)
    case 'payment':
      return t('checkout.change.payment')
    case 'total':
      return t('checkout.change.total', sums)
    default:
      return t('errors.cart_changed.detail')
  }
}

const lineIds = ({ productId, sizeId }: CartItem) => ({ productId, ...(sizeId !== undefined && { sizeId }) })

type ComparedCart = Pick<CheckedCart, 'lines' | 'promoDiscount' | 'deliveryFee' | 'total'>

export function changesBetween(shown: ComparedCart, latest: ComparedCart): CartChange[] {
  const findLine = ({ lines }: ComparedCart, { productId, sizeId }: CartItem) =>
    lines.find((line) => keyOf(line.productId, line.sizeId) === keyOf(productId, sizeId))
  const lineChanges = latest.lines.flatMap((line): CartChange[] => {
    const before = findLine(shown, line)
    if (!before) return [{ code: 'new', ...lineIds(line) }]
    return [
      ...changeOf('count', before.count, line.count, lineIds(line)),
      ...changeOf('price', before.unitPrice, line.unitPrice, lineIds(line)),
    ]
  })
  return [
    ...shown.lines.filter((line) => !findLine(latest, line)).map((line): CartChange => ({ code: 'gone', ...lineIds(line) })),
    ...lineChanges,
    ...changeOf('promo', shown.promoDiscount, latest.promoDiscount),
    ...changeOf('delivery', shown.deliveryFee, latest.deliveryFee),
    ...changeOf('total', shown.total, latest.total),
  ]
}

const changeOf = (code: string, was: number, is: number, ids: Partial<CartChange> = {}): CartChange[] =>
  was === is ? [] : [{ code, ...ids, was, is }]
