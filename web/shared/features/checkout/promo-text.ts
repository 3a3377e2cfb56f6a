import type { CartProblem } from '~shared/api/types'
import { money } from '~shared/i18n/format'
import type { Key, Translate } from '~shared/i18n/translate'

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

/** Why a code does not apply. */
export function promoText(t: Translate, { code, reason, missing }: CartProblem): string {
  if (code === 'promo_not_found') return t('cart.promo.notFound')
  const known = REASONS.find((one) => one === reason)
  if (known === undefined) return t('cart.promo.notApplicable')
  return t(`cart.promo.reason.${known}` satisfies Key, { price: money(missing ?? 0) })
}
