import type { CartItem } from '~shared/api/types'
import type { Translate } from '~shared/i18n/context'

/** Returns why a cart line cannot be ordered. */
export function lineText(t: Translate, { problem, available }: Pick<CartItem, 'problem' | 'available'>): string | undefined {
  if (!problem) return undefined
  if (problem === 'not_enough_stock') return t('cart.problem.not_enough_stock', { count: available })
  if (problem === 'out_of_stock') return t('cart.problem.out_of_stock')
  if (problem === 'size_required') return t('cart.problem.size_required')
  return t('cart.problem.product_not_found')
}
