// Saved views: filters of a list that a user has saved under a name. One of them can be the default, which the menu opens.
// They are stored in this browser, by account id, because the API has no preferences of staff yet.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useStaff } from '~admin/session/store'
import { persisted } from '~shared/lib/persist'

/** The lists whose whole filter is in the address. */
export const LISTS = ['orders', 'products', 'audit', 'promos', 'stores', 'wholesale'] as const
export type ListName = (typeof LISTS)[number]

export interface SavedView {
  /** Unique in its list, without regard to case. */
  name: string
  /** The query of the address, as `canonicalSearch` returns it. */
  search: string
}

interface ListViews {
  views: SavedView[]
  /** The view that the list opens with. */
  defaultName?: string | undefined
}

type Lists = Partial<Record<ListName, ListViews>>

interface State {
  accounts: Record<string, Lists>
}

export const MAX_VIEWS = 20
export const MAX_NAME = 40

/** The persisted store, which `connectStaffSession` keeps in step with other tabs. */
export const useViewStore = create<State>()(persist((): State => ({ accounts: {} }), persisted<State>('savedViews')))

const NO_LISTS: Lists = {}
const NO_VIEWS: ListViews = { views: [] }

export function useSavedViews(list: ListName): ListViews {
  const account = useStaff(({ session }) => String(session?.user.id ?? ''))
  return useViewStore(({ accounts }) => accounts[account]?.[list]) ?? NO_VIEWS
}

/** Returns the query of the default view of each list that has one. */
export function useDefaultSearches(): Partial<Record<string, string>> {
  const account = useStaff(({ session }) => String(session?.user.id ?? ''))
  const lists = useViewStore(({ accounts }) => accounts[account]) ?? NO_LISTS
  return Object.fromEntries(
    Object.entries(lists).map(([list, { views, defaultName }]) => [list, views.find(({ name }) => name === defaultName)?.search]),
  )
}

/** Sorts by name and drops empty parameters, so that two addresses of the same filter give the same text. */
export function canonicalSearch(search: string): string {
  const params = [...new URLSearchParams(search)].filter(([, value]) => value !== '')
  return String(new URLSearchParams(params.sort(([a], [b]) => (a < b ? -1 : 1))))
}

export const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function change(list: ListName, next: (current: ListViews) => ListViews) {
  const account = String(useStaff.getState().session?.user.id ?? '')
  useViewStore.setState(({ accounts }) => {
    const lists = accounts[account] ?? NO_LISTS
    return { accounts: { ...accounts, [account]: { ...lists, [list]: next(lists[list] ?? NO_VIEWS) } } }
  })
}

/** `clearAll` deletes the views of all accounts on this device. */
export const savedViews = {
  add: (list: ListName, view: SavedView, isDefault: boolean) =>
    change(list, ({ views, defaultName }) => ({ views: [...views, view], defaultName: isDefault ? view.name : defaultName })),
  rename: (list: ListName, from: string, to: string) =>
    change(list, ({ views, defaultName }) => ({
      views: views.map((view) => (view.name === from ? { ...view, name: to } : view)),
      defaultName: defaultName === from ? to : defaultName,
    })),
  remove: (list: ListName, name: string) =>
    change(list, ({ views, defaultName }) => ({
      views: views.filter((view) => view.name !== name),
      defaultName: defaultName === name ? undefined : defaultName,
    })),
  setDefault: (list: ListName, name: string | undefined) => change(list, ({ views }) => ({ views, defaultName: name })),
  clearAll: () => useViewStore.setState({ accounts: {} }),
}
