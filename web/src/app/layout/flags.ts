// State that several parts of the layout share.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { persisted } from '~shared/lib/persist'

type Overlay = 'menu' | 'search' | null

/** Menu and search panel share one place. */
export const useOverlay = create<{ open: Overlay }>(() => ({ open: null }))

export const overlay = {
  show: (which: Overlay) => useOverlay.setState({ open: which }),
  close: () => useOverlay.setState({ open: null }),
}

interface AppBannerState {
  isHidden: boolean
  wasModalShown: boolean
  /** The number of visits. A visit ends with its tab. */
  visits: number
}

/** Recommendations of the mobile app: a banner above the page, and a modal on phones. */
export const useAppBanner = create<AppBannerState>()(
  persist((): AppBannerState => ({ isHidden: false, wasModalShown: false, visits: 0 }), persisted<AppBannerState>('appBanner')),
)

export const hideAppBanner = () => useAppBanner.setState({ isHidden: true })
export const setAppModalShown = () => useAppBanner.setState({ wasModalShown: true })
