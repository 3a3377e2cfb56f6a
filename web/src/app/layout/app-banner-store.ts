import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { section } from '~/lib/persist'

interface State {
  isHidden: boolean
}

export const useAppBanner = create<State>()(persist((): State => ({ isHidden: false }), { name: 'appBanner', storage: section<State>() }))

export const hideAppBanner = () => useAppBanner.setState({ isHidden: true })
