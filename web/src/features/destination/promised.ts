import { useEffect } from 'react'
import { create } from 'zustand'

// These are the next delivery windows on product cards. Cards load with the first script, so this store contains only texts; the chip in
// the header loads later, fetches the windows, and sets the texts.

interface Promised {
  /** Texts of the windows, by preparation time in days. */
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

/** Returns `Bu gün 16:00–18:00`, or undefined until the response arrives. */
export function usePromisedWindow(preparationDays: number) {
  useEffect(() => promised.request(preparationDays), [preparationDays])
  return usePromised(({ windows }) => windows[preparationDays])
}
