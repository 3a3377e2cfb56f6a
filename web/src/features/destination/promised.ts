import { create } from 'zustand'

// Product cards show the next delivery window. They load with the first script, so this store holds only the text; the chip in the
// header, which loads later, asks the shop and sets it.
const usePromised = create<{ window: string | null }>(() => ({ window: null }))

export const promised = { tell: (window: string | null) => usePromised.setState({ window }) }

/** `Bu gün 16:00–18:00`; nothing until the shop has answered. */
export const usePromisedWindow = () => usePromised(({ window }) => window)
