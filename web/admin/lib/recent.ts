// The entries (orders, products, …) that a member of staff opened last on this device. The command palette lists them.
import { useEffect } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useStaff } from '~admin/session/store'
import { persisted } from '~shared/lib/persist'

export type RecentKind = 'order' | 'product' | 'customer' | 'store' | 'promo'

/** The label of a customer is the account number, because a name is personal data. */
export interface RecentEntry {
  kind: RecentKind
  id: string
  label: string
}

const MAX_RECENT = 8

interface RecentState {
  /** The entries of each account, by its id, newest first. */
  entries: Record<string, RecentEntry[]>
}

/** The persisted store, which `connectStaffSession` keeps in step with other tabs. */
export const useRecentStore = create<RecentState>()(persist((): RecentState => ({ entries: {} }), persisted<RecentState>('staffRecent')))

const NONE: RecentEntry[] = []
const accountId = () => String(useStaff.getState().session?.user.id ?? '')

export function useRecentEntries(): RecentEntry[] {
  const account = useStaff(({ session }) => String(session?.user.id ?? ''))
  return useRecentStore(({ entries }) => entries[account]) ?? NONE
}

export const recentEntries = {
  add: (entry: RecentEntry) =>
    useRecentStore.setState(({ entries }) => {
      const others = (entries[accountId()] ?? []).filter(({ kind, id }) => kind !== entry.kind || id !== entry.id)
      return { entries: { ...entries, [accountId()]: [entry, ...others].slice(0, MAX_RECENT) } }
    }),
  clear: () => useRecentStore.setState(({ entries }) => ({ entries: { ...entries, [accountId()]: [] } })),
  /** Deletes the entries of all accounts on this device. */
  clearAll: () => useRecentStore.setState({ entries: {} }),
}

/** Remembers the entry once its label is known. */
export function useRecentEntry(kind: RecentKind, id: string | undefined, label: string | undefined) {
  useEffect(() => {
    if (id && label) recentEntries.add({ kind, id, label })
  }, [kind, id, label])
}
