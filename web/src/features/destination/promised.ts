// Texts about the next delivery on product cards. Cards are in the first download; the destination chip loads later and sets the texts.

import { useEffect } from 'react'
import { create } from 'zustand'

interface Promised {
  /** Texts by number of preparation days. */
  windows: Record<number, string | null>
  /** Preparation days of the products on the page. */
  requestedDays: number[]
}

export const usePromised = create<Promised>(() => ({ windows: {}, requestedDays: [0] }))

export const promised = {
  setWindow: (days: number, window: string | null) => usePromised.setState(({ windows }) => ({ windows: { ...windows, [days]: window } })),
  request: (days: number) =>
    usePromised.setState(({ requestedDays }) => (requestedDays.includes(days) ? {} : { requestedDays: [...requestedDays, days] })),
}

/** The window for a card, such as `Bu gün 16:00–18:00`. Undefined until the response arrives, null without a delivery. */
export function usePromisedWindow(preparationDays: number) {
  useEffect(() => promised.request(preparationDays), [preparationDays])
  return usePromised(({ windows }) => windows[preparationDays])
}
