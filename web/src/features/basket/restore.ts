import { post } from '~/api/http'
import { ApiFailure } from '~/api/failure'
import type { Cart } from '~/api/types'
import type { Locale } from '~/i18n/locale'
import { type Line, keyOf } from './rules'

interface Target {
  productId: number
  sizeId?: number
  count: number
}

const target = (productId: number, sizeId: number | undefined, count: number): Target => ({ productId, count, ...(sizeId && { sizeId }) })

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
      for (const { sizeId, count } of had.filter((item) => item.sizeId !== undefined)) {
        // oxlint-disable-next-line no-await-in-loop -- each answer is what the next change starts from
        current = (await set(locale, current, target(productId, sizeId, count))) ?? current
      }
    }
    for (const line of wanted) {
      const sizeId = line.size?.id
      // The transfer has brought one unit of a product without a size already.
      const count = countOf(sizeId) + line.count - (sizeId === undefined && countOf() > 0 ? 1 : 0)
      // oxlint-disable-next-line no-await-in-loop -- each answer is what the next change starts from
      const after = await set(locale, current, target(productId, sizeId, count))
      if (after) current = after
      else missing.push(line)
    }
  }
  return { cart: current, missing }
}
