import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { persisted } from '~shared/lib/persist'

type Overlay = 'menu' | 'search' | null

/** Which overlay is open. Menu and search panel exclude each other because they share one place. */
export const useOverlay = create<{ open: Overlay }>(() => ({ open: null }))

export const overlay = {
  show: (which: Overlay) => useOverlay.setState({ open: which }),
  close: () => useOverlay.setState({ open: null }),
}

interface State {
  isHidden: boolean
  /** Whether the modal on phones was shown, which appears once. */
  wasModalShown: boolean
  /** Number of visits. A visit ends with its tab. */
  visits: number
}

export const useAppBanner = create<State>()(
  persist((): State => ({ isHidden: false, wasModalShown: false, visits: 0 }), persisted<State>('appBanner')),
)

export const hideAppBanner = () => useAppBanner.setState({ isHidden: true })
export const setAppModalShown = () => useAppBanner.setState({ wasModalShown: true })
