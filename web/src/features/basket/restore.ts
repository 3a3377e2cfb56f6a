// Undoes the emptying of an account's cart.

import { post } from '~shared/api/http'
import { ApiFailure } from '~shared/api/failure'
import type { Cart, CartItem } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { referralOf } from '../referral/clicks'
import type { Referral } from './referral'

interface CartLineInput {
  productId: number
  sizeId?: number
  count: number
  referral?: Referral
}

/** Adds the referral that led to the product, if this device knows it. */
function toInput(productId: number, sizeId: number | undefined, count: number, slug: string | undefined): CartLineInput {
  const referral = slug === undefined ? undefined : referralOf(slug)
  return { productId, count, ...(sizeId && { sizeId }), ...(referral && { referral }) }
}

/** Final refusals. Sending the same line again would not help. */
const REFUSALS = new Set([404, 409, 422])

/**
 * Restores the lines in order, each with its count or what is left in stock. Lines no longer for sale are `missing`. Throws other failures;
 * the caller may retry, because setting a count is idempotent.
 */
export async function restoreCartLines(locale: Locale, items: CartItem[]): Promise<{ data: Cart; missing: number }> {
  let data: Cart = { items: [], subtotal: 0, discount: 0, total: 0 }
  let missing = 0
  const send = async (line: CartLineInput) => {
    data = (await post(locale, '/cart/update', line)).data
  }
  for (const { productId, sizeId, count, product } of items) {
    const line = toInput(productId, sizeId, count, product?.slug)
    try {
      // oxlint-disable-next-line no-await-in-loop -- the lines keep their order
      await send(line)
    } catch (error) {
      if (!(error instanceof ApiFailure) || !REFUSALS.has(error.status ?? 0)) throw error
      const unitsInStock = error.code === 'not_enough_stock' ? error.problem?.available : undefined
      // oxlint-disable-next-line no-await-in-loop -- the lines keep their order
      if (unitsInStock) await send({ ...line, count: unitsInStock })
      else missing += 1
    }
  }
  return { data, missing }
}
