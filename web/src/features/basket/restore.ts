import { post } from '~/api/http'
import { ApiFailure } from '~/api/failure'
import type { Cart, CartItem } from '~/api/types'
import type { Locale } from '~/i18n/locale'
import { referralOf } from '../referral/clicks'
import type { Referral } from './referral'
import { type Line, keyOf } from './rules'

interface Target {
  productId: number
  sizeId?: number
  count: number
  referral?: Referral
}

/** A line that was removed comes back with the click that had led to it, as far as this device knows it. */
function target(productId: number, sizeId: number | undefined, count: number, slug: string | undefined): Target {
  const referral = slug === undefined ? undefined : referralOf(slug)
  return { productId, count, ...(sizeId && { sizeId }), ...(referral && { referral }) }
}

/** Statuses of a final refusal: sending the same line again would not help. */
const REFUSALS = new Set([404, 409, 422])

/**
 * Puts the lines of a cleared cart back in their order, each with its count or with what is left in stock. A line that is no longer
 * for sale counts as missing. Any other failure is thrown: setting a count twice is setting it once, so the caller may try again.
 */
export async function restoreCartLines(locale: Locale, items: CartItem[]): Promise<{ data: Cart; missing: number }> {
  let data: Cart = { items: [], subtotal: 0, discount: 0, total: 0 }
  let missing = 0
  const send = async (line: Target) => {
    data = (await post(locale, '/cart/update', line)).data
  }
  for (const { productId, sizeId, count, product } of items) {
    const line = target(productId, sizeId, count, product?.slug)
    try {
      // oxlint-disable-next-line no-await-in-loop -- the lines keep their order
      await send(line)
    } catch (error) {
      if (!(error instanceof ApiFailure) || !REFUSALS.has(error.status ?? 0)) throw error
      const left = error.code === 'not_enough_stock' ? error.problem?.available : undefined
      // oxlint-disable-next-line no-await-in-loop -- the lines keep their order
      if (left) await send({ ...line, count: left })
      else missing += 1
    }
  }
  return { data, missing }
}

/** Gives a line a count, or what is left when that is less. */
async function set(locale: Locale, cart: Cart, line: Target): Promise<Cart | null> {
  const isThere = cart.items.some((item) => keyOf(item.productId, item.sizeId) === keyOf(line.productId, line.sizeId))
  const send = (count: number) => post(locale, isThere ? '/cart/update' : '/cart/add', { ...line, count }).then(({ data }) => data)
  try {
    return await send(line.count)
  } catch (error) {
    const left = error instanceof ApiFailure && error.code === 'not_enough_stock' ? error.problem?.available : undefined
    return left ? send(left).catch(() => null) : null
  }
}

/**
 * Gives the guest's counts and sizes back after the transfer, which took every product over once and without its size. Lines the
 * account had before are kept: the transferred unit is the only thing that is replaced.
 */
export async function restoreGuestLines(locale: Locale, cart: Cart, lines: Line[]): Promise<{ cart: Cart; missing: Line[] }> {
  let current = cart
  const missing: Line[] = []
  const products = [...new Set(lines.map(({ id }) => id))]

  for (const productId of products) {
    const wanted = lines.filter(({ id }) => id === productId)
    const had = current.items.filter((item) => item.productId === productId)
    const countOf = (sizeId?: number) => had.find((item) => keyOf(productId, item.sizeId) === keyOf(productId, sizeId))?.count ?? 0
    const isSized = wanted.some(({ size }) => size !== null)

    if (isSized && countOf() > 0) {
      // Without a size `remove` takes every line of the product, so the sized ones are put back right after.
      // oxlint-disable-next-line no-await-in-loop -- each answer is what the next change starts from
      current = (await post(locale, '/cart/remove', { productId })).data
      for (const { sizeId, count, product } of had.filter((item) => item.sizeId !== undefined)) {
        // oxlint-disable-next-line no-await-in-loop -- each answer is what the next change starts from
        current = (await set(locale, current, target(productId, sizeId, count, product?.slug))) ?? current
      }
    }
    for (const line of wanted) {
      const sizeId = line.size?.id
      // The transfer has brought one unit of a product without a size already.
      const count = countOf(sizeId) + line.count - (sizeId === undefined && countOf() > 0 ? 1 : 0)
      // oxlint-disable-next-line no-await-in-loop -- each answer is what the next change starts from
      const after = await set(locale, current, target(productId, sizeId, count, line.product.slug))
      if (after) current = after
      else missing.push(line)
    }
  }
  return { cart: current, missing }
}
