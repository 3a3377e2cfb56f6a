import { create } from 'zustand'

type Overlay = 'menu' | 'search' | null

/** Menu and search panel exclude each other because there is one place for either. */
export const useOverlay = create<{ open: Overlay }>(() => ({ open: null }))

export const overlay = {
  show: (which: Overlay) => useOverlay.setState({ open: which }),
  close: () => useOverlay.setState({ open: null }),
}
