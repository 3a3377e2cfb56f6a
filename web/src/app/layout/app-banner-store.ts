import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { kept } from '~shared/lib/persist'

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
