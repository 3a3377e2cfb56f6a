// Recent searches, stored on this device only.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useAuth } from '~shared/features/auth/store'
import { followOtherTabs, persisted } from '~shared/lib/persist'

const MAX_RECENT = 8

interface RecentState {
  /** Newest first. */
  texts: string[]
}

export const useRecent = create<RecentState>()(persist((): RecentState => ({ texts: [] }), persisted<RecentState>('recentSearches')))

const isSameText = (a: string, b: string) => a.toLocaleLowerCase() === b.toLocaleLowerCase()

export const recent = {
  add: (text: string) =>
    useRecent.setState(({ texts }) => ({ texts: [text, ...texts.filter((other) => !isSameText(other, text))].slice(0, MAX_RECENT) })),
  remove: (text: string) => useRecent.setState(({ texts }) => ({ texts: texts.filter((other) => other !== text) })),
  clear: () => useRecent.setState({ texts: [] }),
}

followOtherTabs([useRecent])
// Cleared at sign-out, so that the next person cannot read them.
useAuth.subscribe((current, previous) => {
  if (previous.accessToken && !current.accessToken) recent.clear()
})
