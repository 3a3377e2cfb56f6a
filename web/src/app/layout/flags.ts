// State that several parts of the layout share: which overlay is open, and whether the app was recommended.

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

interface AppBannerState {
  /** Whether the user has closed the banner. */
  isHidden: boolean
  /** Whether the modal on phones was shown, which appears once. */
  wasModalShown: boolean
  /** Number of visits. A visit ends with its tab. */
  visits: number
}

/** The state of the recommendations of the mobile app: a banner above the page, and a modal on phones. */
export const useAppBanner = create<AppBannerState>()(
  persist((): AppBannerState => ({ isHidden: false, wasModalShown: false, visits: 0 }), persisted<AppBannerState>('appBanner')),
)

export const hideAppBanner = () => useAppBanner.setState({ isHidden: true })
export const setAppModalShown = () => useAppBanner.setState({ wasModalShown: true })
