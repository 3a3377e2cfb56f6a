import { create } from 'zustand'

// What cards say of the next delivery. They belong to the first visit, so they hold no more than the words: the chip in the
// header, which comes later, asks the shop and writes them here.
const usePromised = create<{ window: string | null }>(() => ({ window: null }))

export const promised = { tell: (window: string | null) => usePromised.setState({ window }) }

/** `Bu gün 16:00–18:00`; nothing until the shop has answered. */
export const usePromisedWindow = () => usePromised(({ window }) => window)
