// Texts about the check of an order: why it cannot be placed, and what has changed since it was shown.
import type { CartChange, CartItem, CartProblem } from '~shared/api/types'
import { lineText } from '~shared/features/basket/line-text'
import { promoText } from '~shared/features/checkout/promo'
import type { Key, Translate } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import type { PhoneLine } from './lines'

/** The form reports missing fields itself, once the operator tries to place the order. */
export const isMissingField = ({ code, productId }: CartProblem) => code.endsWith('_required') && productId === undefined

/** Joins sentences to one. */
export const joined = (texts: string[]) => texts.map((text) => text.replace(/\.$/, '')).join('; ')

interface LineId {
  productId?: number
  sizeId?: number
}

const findLine = (lines: CartItem[], { productId, sizeId }: LineId) =>
  lines.find((line) => line.productId === productId && line.sizeId === sizeId)

/** Returns the name of the product and its size. Only the form has the name of a product that is no longer sold. */
export function lineName(t: Translate, id: LineId, lines: CartItem[], typed: PhoneLine[]): string {
  const { productId } = id
  const line = findLine(lines, id)
  const product = line?.product ?? lines.find((other) => other.productId === productId)?.product
  const name = product?.name ?? typed.find((other) => other.productId === productId)?.name ?? t('cart.gone')
  return [name, line?.size?.name].filter(Boolean).join(', ')
}

/** A code that this page does not know has a general text. */
function codeText(t: Translate, code: string): string {
  const key = `errors.${code}.detail` as Key
  const text = t(key)
  return text === key ? t('common.failure.unknown') : text
}

/** The texts of these reasons differ from those for shoppers. */
const OWN_REASONS = ['needs_account', 'used_by_you', 'nothing_in_scope'] as const

export function problemText(t: Translate, problem: CartProblem, lines: CartItem[], typed: PhoneLine[]): string {
  const { code, productId, reason, missing } = problem
  const ownReason = OWN_REASONS.find((candidate) => candidate === reason)
  if (ownReason) return t(`admin.phone.promo.${ownReason}`)
  if (code.startsWith('promo')) return promoText(t, problem)
  if (missing !== undefined) return t('checkout.minimum', { price: money(missing) })
  if (productId === undefined) return codeText(t, code)
  const line = findLine(lines, problem)
  const text = (line && lineText(t, { problem: code, available: problem.available ?? line.available })) ?? codeText(t, code)
  return `${lineName(t, problem, lines, typed)}: ${text}`
}

/** `lines` are those of the last check. */
export function changeText(t: Translate, change: CartChange, lines: CartItem[], typed: PhoneLine[]): string {
  const { code, was = 0, is } = change
  const name = lineName(t, change, lines, typed)
  const count = is ?? 0
  const sums = { was: money(was), is: money(count) }
  switch (code) {
    case 'gone':
      return t('checkout.change.gone', { name })
    case 'new':
      return t('checkout.change.new', { name })
    case 'count':
      return t('checkout.change.count', { name, was, is: count })
    case 'price':
      return t('checkout.change.price', { name, ...sums })
    case 'stock':
      return count > 0 ? t('checkout.change.stock', { name, count }) : t('checkout.change.soldOut', { name })
    case 'promo':
      return count > 0 ? t('checkout.change.promo', sums) : t('checkout.change.promoGone')
    case 'delivery':
      return is === undefined || was === is ? t('checkout.change.slot') : t('checkout.change.delivery', sums)
    case 'payment':
      return t('checkout.change.payment')
    case 'total':
      return t('checkout.change.total', sums)
    default:
      return t('errors.cart_changed.detail')
  }
}
