import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { kept } from '~/lib/persist'

interface State {
  isHidden: boolean
}

export const useAppBanner = create<State>()(persist((): State => ({ isHidden: false }), kept<State>('appBanner')))

export const hideAppBanner = () => useAppBanner.setState({ isHidden: true })
