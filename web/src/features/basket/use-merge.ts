// Moves a guest's basket into the account's cart.

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { uniqueKey } from '~shared/lib/idempotency-key'
import { call } from '~shared/api/http'
import type { Schemas } from '~shared/api/types'
import { useIsSignedIn } from '~shared/features/auth/store'
import { useI18n } from '~shared/i18n/context'
import { type Locale, withoutLocale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { toast } from '~shared/ui/toast-store'
import { referralOf } from '../referral/clicks'
import { cartQuery, countsQuery, ORDER_CHECKS_KEY } from '../account/counts'
import { type Line, MAX_COUNT, unitPrice } from './rules'
import { type BasketMove, useBasket } from './store'

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

/** Returns the unfinished move, or begins one under a new idempotency key. */
function beginMove(): BasketMove | null {
  const { lines, moving } = useBasket.getState()
  if (moving || lines.length === 0) return moving
  const move = { key: uniqueKey(), lines, sent: lines.map(guestLine) }
  useBasket.setState({ lines: [], moving: move })
  return move
}

/** One tab at a time works on the latest stored basket. Without Web Locks, the idempotency key prevents a double merge. */
async function withBasketLock<Result>(work: () => Promise<Result>): Promise<Result> {
  const runWithLatest = async () => {
    await useBasket.persist.rehydrate()
    return work()
  }
  return 'locks' in navigator ? navigator.locks.request('sovqat-basket', runWithLatest) : runWithLatest()
}

/**
 * Returns the resulting cart, or null for an empty basket. On failure, the basket stays on the device and is sent with the same key next
 * time.
 */
export const mergeGuestBasket = (locale: Locale): Promise<MergedCart['cart'] | null> =>
  withBasketLock(async () => {
    let cart: MergedCart['cart'] | null = null
    for (let moving = beginMove(); moving; moving = beginMove()) {
      const { key, lines, sent } = moving
      const request = { method: 'POST', path: '/cart/merge', locale, body: { lines: sent }, idempotencyKey: key }
      // oxlint-disable-next-line no-await-in-loop -- a basket filled during the request comes after this one
      const { data } = (await call(request)) as { data: MergedCart }
      const changed = data.lines.flatMap((merged, index) => {
        const line = lines[index]
        return line && merged.outcome !== 'added' ? [{ line, merged }] : []
      })
      useBasket.setState({ moving: null, changed })
      cart = data.cart
    }
    return cart
  })

const isAtCheckout = () => withoutLocale(location.pathname) === paths.checkout()

/** Moves the basket and opens the cart. If that fails, a message says that the basket waits on the device. */
export function useMerge() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(async () => {
    try {
      const cart = await mergeGuestBasket(locale)
      if (!cart) return
      const [cartKey, countsKey] = [cartQuery(locale).queryKey, countsQuery(locale).queryKey]
      // A response in flight lacks the moved products, and an invalidation alone would wait for it.
      await Promise.all([client.cancelQueries({ queryKey: cartKey }), client.cancelQueries({ queryKey: countsKey })])
      client.setQueryData(cartKey, { data: cart })
      void client.invalidateQueries({ queryKey: countsKey })
      // The checkout may have checked an empty cart. A shopper who signed in there stays there.
      void client.invalidateQueries({ queryKey: ORDER_CHECKS_KEY })
      if (!isAtCheckout()) await navigate(paths.cartConfirm())
    } catch {
      toast.bad(t('cart.merge.waits'))
    }
  }, [t, locale, client, navigate])
}

/** A failed move is repeated at the next start and when the device is online again. */
export function useMergeAtSignIn() {
  const merge = useMerge()
  const isSignedIn = useIsSignedIn()
  useEffect(() => {
    if (!isSignedIn) return
    void merge()
    const retry = () => void merge()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [isSignedIn, merge])
}
