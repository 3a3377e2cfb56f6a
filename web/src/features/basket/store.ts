// The basket of a guest, kept in this browser.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { ProductCard, Schemas } from '~shared/api/types'
import { persisted } from '~shared/lib/persist'
import * as rules from './rules'

/** A basket on its way to the account's cart. It is sent again with the same idempotency key until the server responds. */
export interface BasketMove {
  key: string
  lines: rules.Line[]
  /** The `lines` as every try sends them, in the same order. */
  sent: Schemas['GuestLine'][]
}

/** A line that reached the cart with a change, for example because less is in stock. */
export interface ChangedLine {
  line: rules.Line
  merged: Schemas['MergedLine']
}

interface GuestBasket {
  lines: rules.Line[]
  moving: BasketMove | null
  /** Lines of the last moved basket, until the shopper has read them. */
  changed: ChangedLine[]
}

export const useBasket = create<GuestBasket>()(
  persist((): GuestBasket => ({ lines: [], moving: null, changed: [] }), persisted<GuestBasket>('guestBasket')),
)

const change = (update: (lines: rules.Line[]) => rules.Line[]) => useBasket.setState(({ lines }) => ({ lines: update(lines) }))

export const basket = {
  lines: () => useBasket.getState().lines,
  add: (product: ProductCard, size: rules.LineSize | null) => change((lines) => rules.add(lines, product, size)),
  increase: (key: string) => change((lines) => rules.increase(lines, key)),
  decrease: (key: string) => change((lines) => rules.decrease(lines, key)),
  remove: (productId: number) => change((lines) => rules.remove(lines, productId)),
  clear: () => change(() => []),
  restore: (lines: rules.Line[]) => change(() => lines),
}
