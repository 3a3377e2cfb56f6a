// The stored basket of a guest, and its move to the account's cart after the sign-in.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { ProductCard, Schemas } from '~shared/api/types'
import { persisted } from '~shared/lib/persist'
import * as rules from './rules'

/**
 * A basket that is being moved to the account's cart. It is kept, and sent again with the same idempotency key, until the server responds.
 */
export interface BasketMove {
  key: string
  lines: rules.Line[]
  /** Request lines, in the order of `lines`; the same on every try. */
  sent: Schemas['GuestLine'][]
}

/** A line that the server could not add to the cart as it was, for example because less is in stock. */
export interface ChangedLine {
  line: rules.Line
  merged: Schemas['MergedLine']
}

interface GuestBasket {
  lines: rules.Line[]
  moving: BasketMove | null
  /** Changed lines of the last moved basket, until the shopper has read them. */
  changed: ChangedLine[]
}

export const useBasket = create<GuestBasket>()(
  persist((): GuestBasket => ({ lines: [], moving: null, changed: [] }), persisted<GuestBasket>('guestBasket')),
)

const change = (update: (lines: rules.Line[]) => rules.Line[]) => useBasket.setState(({ lines }) => ({ lines: update(lines) }))

/** Changes of the stored basket. A key names a line: a product in one size. */
export const basket = {
  lines: () => useBasket.getState().lines,
  add: (product: ProductCard, size: rules.LineSize | null) => change((lines) => rules.add(lines, product, size)),
  increase: (key: string) => change((lines) => rules.increase(lines, key)),
  decrease: (key: string) => change((lines) => rules.decrease(lines, key)),
  remove: (productId: number) => change((lines) => rules.remove(lines, productId)),
  clear: () => change(() => []),
  restore: (lines: rules.Line[]) => change(() => lines),
}
