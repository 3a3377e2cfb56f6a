import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { kept } from '~shared/lib/persist'

type Overlay = 'menu' | 'search' | null

/** Menu and search panel exclude each other because there is one place for either. */
export const useOverlay = create<{ open: Overlay }>(() => ({ open: null }))

export const overlay = {
  show: (which: Overlay) => useOverlay.setState({ open: which }),
  close: () => useOverlay.setState({ open: null }),
}

interface State {
  isHidden: boolean
  /** The modal that says the same on a phone, once. */
  wasModalShown: boolean
  /** A visit lasts as long as its tab. */
  visits: number
}

export const useAppBanner = create<State>()(
  persist((): State => ({ isHidden: false, wasModalShown: false, visits: 0 }), kept<State>('appBanner')),
)

export const hideAppBanner = () => useAppBanner.setState({ isHidden: true })
export const noteAppModal = () => useAppBanner.setState({ wasModalShown: true })
