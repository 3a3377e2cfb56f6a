import { call } from '~shared/api/http'
import type { Schemas } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { freshKey } from '~/lib/fresh-key'
import { referralOf } from '../referral/clicks'
import { type Line, MAX_COUNT, unitPrice } from './rules'
import { type Moving, useBasket } from './store'

// What happens to a guest's basket when they become a user: it moves to the account's cart, all of it in one request.

type GuestLine = Schemas['GuestLine']
type MergedCart = Schemas['MergedCart']

const guestLine = ({ id, count, product, size }: Line): GuestLine => {
  const referral = referralOf(product.slug)
  return {
    productId: id,
    count: Math.min(count, MAX_COUNT),
    unitPrice: unitPrice(product, size),
    ...(size && { sizeId: size.id }),
    ...(referral && { referral }),
  }
}

/** Takes the basket from the device, to be sent with a key of its own. One that is under way already goes first. */
function nextToMove(): Moving | null {
  const { lines, moving } = useBasket.getState()
  if (moving || lines.length === 0) return moving
  const next = { key: freshKey(), lines, sent: lines.map(guestLine) }
  useBasket.setState({ lines: [], moving: next })
  return next
}

/** One tab at a time, each with what the others have stored. Where browsers cannot wait for each other, the key does: it counts once. */
async function alone<A>(work: () => Promise<A>): Promise<A> {
  const upToDate = async () => {
    await useBasket.persist.rehydrate()
    return work()
  }
  return 'locks' in navigator ? navigator.locks.request('sovqat-basket', upToDate) : upToDate()
}

/**
 * Moves the guest's basket, and returns the cart that it came into, or null when there was nothing to move. What fails is thrown and
 * loses nothing: the basket waits on the device and is sent with the same key the next time.
 */
export const mergeGuestBasket = (locale: Locale): Promise<MergedCart['cart'] | null> =>
  alone(async () => {
    let cart: MergedCart['cart'] | null = null
    for (let moving = nextToMove(); moving; moving = nextToMove()) {
      const { key, lines, sent } = moving
      const request = { method: 'POST', path: '/cart/merge', locale, body: { lines: sent }, idempotencyKey: key }
      // oxlint-disable-next-line no-await-in-loop -- a basket that was filled meanwhile comes after this one
      const { data } = (await call(request)) as { data: MergedCart }
      const changed = data.lines.flatMap((merged, at) => {
        const line = lines[at]
        return line && merged.outcome !== 'added' ? [{ line, merged }] : []
      })
      useBasket.setState({ moving: null, changed })
      cart = data.cart
    }
    return cart
  })
