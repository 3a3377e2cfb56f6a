import { useEffect } from 'react'
import { create } from 'zustand'

// Product cards show the next delivery window. They load with the first script, so this store holds only texts; the chip in the
// header, which loads later, asks the shop and sets them.

interface Promised {
  /** The texts by days of preparation. */
  windows: Record<number, string | null>
  /** The days of preparation of what is on the page. */
  asked: number[]
}

export const usePromised = create<Promised>(() => ({ windows: {}, asked: [0] }))

export const promised = {
  tell: (days: number, window: string | null) => usePromised.setState(({ windows }) => ({ windows: { ...windows, [days]: window } })),
  ask: (days: number) => usePromised.setState(({ asked }) => (asked.includes(days) ? {} : { asked: [...asked, days] })),
}

/** `Bu gün 16:00–18:00`; nothing until the shop has answered. */
export function usePromisedWindow(preparationDays: number) {
  useEffect(() => promised.ask(preparationDays), [preparationDays])
  return usePromised(({ windows }) => windows[preparationDays])
}
