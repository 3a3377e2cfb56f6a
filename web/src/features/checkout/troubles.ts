import type { CartItem, CartProblem } from '~shared/api/types'
import { lineText } from '~shared/features/basket/line-text'
import { money } from '~shared/i18n/format'
import type { Key, Translate } from '~shared/i18n/translate'
import { promoText } from '~shared/features/checkout/promo-text'

// What stands between a cart and an order: where on the page it belongs, and how it is said.

/** The sections of the page, in its order. */
export const PLACES = ['basket', 'recipient', 'address', 'delivery', 'words', 'payment', 'promo'] as const
export type Place = (typeof PLACES)[number]

export interface Trouble {
  place: Place
  /** The field to go to, and what it is called, when there is one. */
  field?: string
  label?: string
  text: string
}

const BEGINNINGS: [beginning: string, place: Place][] = [
  ['address', 'address'],
  ['recipient', 'recipient'],
  ['delivery', 'delivery'],
  ['promo', 'promo'],
  ['payment', 'payment'],
  ['months', 'payment'],
  ['installment', 'payment'],
]

/** A code says by its beginning what it is about; the rest is about what is ordered. */
export const placeOf = (code: string): Place => BEGINNINGS.find(([beginning]) => code.startsWith(beginning))?.[1] ?? 'basket'

/** What is only not said yet is no mistake before somebody wants to go on. */
export const isUnsaid = ({ code }: CartProblem) => code.endsWith('_required') && placeOf(code) !== 'basket'

const isKnown = (t: Translate, key: Key) => t(key) !== key

/** The server's own words for a code; it may know more codes than this page. */
function wordsOf(t: Translate, code: string): string {
  const key = `errors.${code}.detail` as Key
  return isKnown(t, key) ? t(key) : t('common.failure.unknown')
}

export function troubleOf(t: Translate, problem: CartProblem, lines: CartItem[]): Trouble {
  const { code, missing } = problem
  const place = placeOf(code)
  if (place === 'promo') return { place, text: promoText(t, problem) }
  if (missing !== undefined)
    return { place, text: t(place === 'payment' ? 'checkout.payment.below' : 'checkout.minimum', { price: money(missing) }) }
  const line = lines.find(({ productId, sizeId }) => productId === problem.productId && sizeId === problem.sizeId)
  if (!line) return { place, text: wordsOf(t, code) }
  const text = lineText(t, { problem: code, available: problem.available ?? line.available }) ?? ''
  return { place, text: `${line.product?.name ?? t('cart.gone')}: ${text}` }
}
