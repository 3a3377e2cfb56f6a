import { post } from '~/api/http'
import type { Locale } from '~/i18n/locale'
import { referralOf } from '../referral/clicks'
import { basket } from './store'

let isUnderWay = false

/**
 * What happens to a guest's basket when they become a user: every product goes to the server's cart once with count 1, and the
 * basket is cleared. What it held is kept aside, so that counts and sizes can be restored. Tells whether anything arrived.
 */
export async function transferGuestBasket(locale: Locale): Promise<boolean> {
  const lines = basket.lines()
  if (isUnderWay || lines.length === 0) return false
  isUnderWay = true
  try {
    const products = new Map(lines.map(({ id, product }) => [id, product.slug]))
    basket.handOver(lines)
    let arrived = 0
    for (const [productId, slug] of products) {
      const referral = referralOf(slug)
      // One after the other: the server's cart is one row of lines, and the order of the basket is kept.
      // oxlint-disable-next-line no-await-in-loop -- see above
      arrived += await post(locale, '/cart/add', { productId, count: 1, ...(referral && { referral }) }).then(
        () => 1,
        () => 0,
      )
    }
    return arrived > 0
  } finally {
    isUnderWay = false
  }
}
