// Texts about obstacles: reasons why a cart cannot be ordered now.

import type { CartItem, CartProblem } from '~shared/api/types'
import { lineText } from '~shared/features/basket/line-text'
import { promoText } from '~shared/features/checkout/promo'
import { money } from '~shared/i18n/format'
import type { Key, Translate } from '~shared/i18n/context'

/** The sections of the checkout, in the order of the page. `words` has the note and the text of the greeting card. */
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
