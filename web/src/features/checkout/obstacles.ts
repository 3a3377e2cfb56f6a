// Texts about obstacles (reasons why a cart cannot be ordered now) and about the changes of a cart since it was shown.

import { keyOf } from '~/features/basket/rules'
import type { CartChange, CartItem, CartProblem, CheckedCart } from '~shared/api/types'
import { lineText } from '~shared/features/basket/line-text'
import { promoText } from '~shared/features/checkout/promo'
import { money } from '~shared/i18n/format'
import type { Key, Translate } from '~shared/i18n/context'

/** The sections of the checkout, in the order of the page. */
export const SECTIONS = ['basket', 'recipient', 'address', 'delivery', 'words', 'payment', 'promo'] as const
export type CheckoutSectionName = (typeof SECTIONS)[number]

export interface Obstacle {
  /** Where the shopper can remove the obstacle. */
  section: CheckoutSectionName
  /** The field to focus, if there is one. */
  field?: string
  label?: string
  text: string
}

/** The section of a problem, by the prefix of its code. Other codes belong to the basket. */
const SECTION_BY_PREFIX: [prefix: string, section: CheckoutSectionName][] = [
  ['address', 'address'],
  ['recipient', 'recipient'],
  ['delivery', 'delivery'],
  ['promo', 'promo'],
  ['payment', 'payment'],
  ['months', 'payment'],
  ['installment', 'payment'],
]

export const sectionOf = (code: string): CheckoutSectionName =>
  SECTION_BY_PREFIX.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'basket'

/** A missing choice is not reported before the shopper tries to order. */
export const isMissingChoice = ({ code }: CartProblem) => code.endsWith('_required') && sectionOf(code) !== 'basket'

const isKnown = (t: Translate, key: Key) => t(key) !== key

/** A code that this page does not know has a general text. */
function codeText(t: Translate, code: string): string {
  const key = `errors.${code}.detail` as Key
  return isKnown(t, key) ? t(key) : t('common.failure.unknown')
}

/** `missing` is the amount in qəpik below a minimum. */
export function obstacleOf(t: Translate, problem: CartProblem, lines: CartItem[]): Obstacle {
  const { code, missing } = problem
  const section = sectionOf(code)
  if (section === 'promo') return { section, text: promoText(t, problem) }
  if (missing !== undefined)
    return { section, text: t(section === 'payment' ? 'checkout.payment.below' : 'checkout.minimum', { price: money(missing) }) }
  const line = lines.find(({ productId, sizeId }) => productId === problem.productId && sizeId === problem.sizeId)
  if (!line) return { section, text: codeText(t, code) }
  const text = lineText(t, { problem: code, available: problem.available ?? line.available }) ?? ''
  return { section, text: `${line.product?.name ?? t('cart.gone')}: ${text}` }
}

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

/** The changes from the shown to the latest cart, in the server's format. */
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
