import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { ProductCard } from '~/api/types'
import { kept } from '~/lib/persist'
import * as rules from './rules'

interface GuestBasket {
  lines: rules.Line[]
  /** What the guest had when they signed in, until they have restored or dismissed it. */
  transferred: rules.Line[]
}

export const useBasket = create<GuestBasket>()(
  persist((): GuestBasket => ({ lines: [], transferred: [] }), kept<GuestBasket>('guestBasket')),
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
  handOver: (lines: rules.Line[]) => useBasket.setState(({ transferred }) => ({ lines: [], transferred: [...transferred, ...lines] })),
  settleTransfer: (remaining: rules.Line[] = []) => useBasket.setState({ transferred: remaining }),
}
