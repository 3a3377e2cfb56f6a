// The texts about the next delivery on product cards. Cards are in the first download, so this store holds only texts; the chip in the
// header loads later, fetches the deliveries, and sets the texts.

import { useEffect } from 'react'
import { create } from 'zustand'

interface Promised {
  /** The text about the next delivery, for each number of preparation days. */
  windows: Record<number, string | null>
  /** The numbers of preparation days that products on the page have. */
  requestedDays: number[]
}

export const usePromised = create<Promised>(() => ({ windows: {}, requestedDays: [0] }))

/** Changes of the store: cards request the text for their preparation days, and the chip in the header sets it. */
export const promised = {
  setWindow: (days: number, window: string | null) => usePromised.setState(({ windows }) => ({ windows: { ...windows, [days]: window } })),
  request: (days: number) =>
    usePromised.setState(({ requestedDays }) => (requestedDays.includes(days) ? {} : { requestedDays: [...requestedDays, days] })),
}

/** Requests and returns the text, such as `Bu gün 16:00–18:00`. It is undefined until the response arrives, and null without a delivery. */
export function usePromisedWindow(preparationDays: number) {
  useEffect(() => promised.request(preparationDays), [preparationDays])
  return usePromised(({ windows }) => windows[preparationDays])
}
