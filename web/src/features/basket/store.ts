import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { ProductCard, Schemas } from '~shared/api/types'
import { kept } from '~shared/lib/persist'
import * as rules from './rules'

/** A basket on its way to the account's cart. It stays until the server has answered, and is sent with the same key until then. */
export interface Moving {
  key: string
  lines: rules.Line[]
  /** What is sent: the same words each time, in the order of `lines`. */
  sent: Schemas['GuestLine'][]
}

/** A line of the basket that did not arrive as it was. */
export interface ChangedLine {
  line: rules.Line
  merged: Schemas['MergedLine']
}

interface GuestBasket {
  lines: rules.Line[]
  moving: Moving | null
  /** Of the last basket that moved, until it was read. */
  changed: ChangedLine[]
}

export const useBasket = create<GuestBasket>()(
  persist((): GuestBasket => ({ lines: [], moving: null, changed: [] }), kept<GuestBasket>('guestBasket')),
)

const change = (next: (lines: rules.Line[]) => rules.Line[]) => useBasket.setState(({ lines }) => ({ lines: next(lines) }))

export const basket = {
  lines: () => useBasket.getState().lines,
  add: (product: ProductCard, size: rules.LineSize | null) => change((lines) => rules.add(lines, product, size)),
  increase: (key: string) => change((lines) => rules.increase(lines, key)),
  decrease: (key: string) => change((lines) => rules.decrease(lines, key)),
  remove: (productId: number) => change((lines) => rules.remove(lines, productId)),
  clear: () => change(() => []),
  /** Takes back a removal. */
  put: (lines: rules.Line[]) => change(() => lines),
}
