// Rules and texts of promo codes.

import type { CartProblem } from '~shared/api/types'
import { money } from '~shared/i18n/format'
import type { Key, Translate } from '~shared/i18n/context'

const MIN_LENGTH = 6
export const MAX_PROMO_LENGTH = 40

/** The server need not be asked about shorter codes. */
export const isPromoLongEnough = (typed: string) => Array.from(typed.replaceAll(/\s/g, '')).length >= MIN_LENGTH

const REASONS = [
  'not_started',
  'ended',
  'paused',
  'used_up',
  'used_by_you',
  'below_minimum',
  'nothing_in_scope',
  'nothing_to_reduce',
] as const

/** `missing` is how far the cart is below the minimum, in qəpik. */
export function promoText(t: Translate, { code, reason, missing }: CartProblem): string {
  if (code === 'promo_not_found') return t('cart.promo.notFound')
  const reasonKey = REASONS.find((candidate) => candidate === reason)
  if (reasonKey === undefined) return t('cart.promo.notApplicable')
  return t(`cart.promo.reason.${reasonKey}` satisfies Key, { price: money(missing ?? 0) })
}
