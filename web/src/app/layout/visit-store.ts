import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { kept, tab } from '~shared/lib/persist'
import { useAppBanner } from './app-banner-store'

interface Visit {
  isCounted: boolean
}

export const useVisit = create<Visit>()(persist((): Visit => ({ isCounted: false }), kept<Visit>('visit', { area: tab })))

/** Counts this visit, once however often it is called. */
export function countVisit() {
  if (useVisit.getState().isCounted) return
  useVisit.setState({ isCounted: true })
  useAppBanner.setState(({ visits }) => ({ visits: visits + 1 }))
}
