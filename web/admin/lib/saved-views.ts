// Saved views: filters of a list that a user has saved under a name. One of them can be the default, which the menu opens.
// The server keeps them for the account, so they are the same on all devices.
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMay } from '~admin/session/access'
import { ApiFailure, failureText } from '~shared/api/failure'
import { call } from '~shared/api/http'
import { get } from '~shared/api/query'
import type { Schemas } from '~shared/api/types'
import { type Translate, useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import type { Permission } from '~shared/features/auth/permissions'
import { toast } from '~shared/ui/toast-store'

/** The lists whose whole filter is in the address. */
export type ListName = 'orders' | 'products' | 'audit' | 'promos' | 'stores' | 'wholesale'

/** The name is unique in its list. The query is that of the address, as `canonicalSearch` returns it. */
export type SavedView = Schemas['SavedView']

export const MAX_VIEWS = 20
export const MAX_NAME = 60
/** Every role with lists of the whole shop has it. Roles of one store have no saved views. */
export const VIEWS_PERMISSION: Permission = 'colleagues_read'

const PATH = '/admin/saved-views'

/** Other tabs and devices change the views, too. */
export const savedViewsQuery = (locale: Locale) => ({ ...get(locale, PATH), refetchOnWindowFocus: 'always' as const })

function useAllViews() {
  const { locale } = useI18n()
  const isAllowed = useMay()(VIEWS_PERMISSION)
  return useQuery({ ...savedViewsQuery(locale), enabled: isAllowed })
}

interface ListViews {
  /** Undefined until they are loaded. */
  views: SavedView[] | undefined
  hasFailed: boolean
  refresh: () => void
}

export function useSavedViews(list: ListName): ListViews {
  const client = useQueryClient()
  const { data, isError, refetch } = useAllViews()
  return {
    views: data?.data.filter((view) => view.list === list),
    hasFailed: isError,
    refresh: () => {
      // The response would revert changes that are still being saved.
      if (client.isMutating({ mutationKey: MUTATION_KEY }) === 0) void refetch()
    },
  }
}

/** Returns the query of the default view of each list that has one. */
export function useDefaultSearches(): Partial<Record<string, string>> {
  const views = useAllViews().data?.data ?? []
  return Object.fromEntries(views.filter(({ isDefault }) => isDefault).map(({ list, query }) => [list, query]))
}

/** Sorts by name and drops empty parameters, so that two addresses of the same filter give the same text. */
export function canonicalSearch(search: string): string {
  const params = [...new URLSearchParams(search)].filter(([, value]) => value !== '')
  return String(new URLSearchParams(params.sort(([a], [b]) => (a < b ? -1 : 1))))
}

export const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** A view is identified by its list and its name. */
const isSameView = (some: SavedView, other: SavedView) => some.list === other.list && some.name === other.name

interface ViewChange {
  /** The view before the change. Undefined for a new view. */
  from?: SavedView | undefined
  /** The view after the change. Undefined for a removed view. */
  to?: SavedView | undefined
  /** Called if the server refuses the change. */
  onRefused?: (() => void) | undefined
}

/** Replaces the view, or adds it at the end. A new default replaces that of the list. */
function afterChange(views: SavedView[], { from, to }: ViewChange): SavedView[] {
  if (!to) return views.filter((view) => !from || !isSameView(view, from))
  const replaced = from ?? to
  const others = views.map((view) => (to.isDefault && view.list === to.list ? { ...view, isDefault: false } : view))
  if (!others.some((view) => isSameView(view, replaced))) return [...others, to]
  return others.map((view) => (isSameView(view, replaced) ? to : view))
}

function send(locale: Locale, { from, to }: ViewChange): Promise<unknown> {
  if (!to) return call({ method: 'DELETE', path: PATH, locale, body: from && { list: from.list, name: from.name } })
  const previousName = from && from.name !== to.name ? from.name : undefined
  return call({ method: 'PUT', path: PATH, locale, body: { ...to, previousName } })
}

const MUTATION_KEY = ['saved-views']

const pendingChanges = (client: QueryClient) =>
  client
    .getMutationCache()
    .findAll({ mutationKey: MUTATION_KEY, status: 'pending' })
    .map(({ state }) => state.variables as ViewChange)

/** Returns the refused change and those that begin with its result. They might change a view of another tab that has the same name. */
function withDependents(refused: ViewChange, queued: ViewChange[]): ViewChange[] {
  const found = [refused]
  for (const change of queued) {
    const { from } = change
    if (from && found.some(({ to }) => to && isSameView(to, from))) found.push(change)
  }
  return found
}

/** Queued changes that depend on a refused one, so they are not sent. */
const dropped = new WeakSet<ViewChange>()
class Dropped extends Error {}

/** A refused field, such as a name that was taken on another device, has a text of its own. */
const textOf = (t: Translate, error: unknown) =>
  (error instanceof ApiFailure && error.problem?.errors?.[0]?.message) || failureText(t, error)

/** The page shows a change at once, and the old state if the server refuses it. */
export function useChangeViews() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const { queryKey } = savedViewsQuery(locale)
  const { mutate } = useMutation({
    mutationKey: MUTATION_KEY,
    scope: { id: 'saved-views' },
    mutationFn: async (change: ViewChange) => {
      if (dropped.has(change)) throw new Dropped()
      await send(locale, change)
    },
    // Not asynchronous, because the focus moves to the changed view in the next render.
    onMutate: (change) => {
      void client.cancelQueries({ queryKey })
      const previous = client.getQueryData(queryKey)
      client.setQueryData(queryKey, (old) => old && { ...old, data: afterChange(old.data, change) })
      return { previous }
    },
    onError: (error, change, context) => {
      if (error instanceof Dropped) return
      const queued = pendingChanges(client).filter((other) => other !== change)
      const undone = withDependents(change, queued)
      for (const other of undone) dropped.add(other)
      // The other queued changes stay on the page.
      const kept = queued.filter((other) => !undone.includes(other))
      const previous = context?.previous
      client.setQueryData(queryKey, previous && { ...previous, data: kept.reduce(afterChange, previous.data) })
      change.onRefused?.()
      toast.bad(textOf(t, error))
    },
    onSettled: () => {
      // Only the last of several changes refetches, because an earlier response would revert a later change.
      if (client.isMutating({ mutationKey: MUTATION_KEY }) > 1) return
      void client.invalidateQueries({ queryKey })
    },
  })
  return {
    /** `from` is the view before the change, unless the view is new. */
    save: (to: SavedView, { from, onRefused }: Omit<ViewChange, 'to'> = {}) => mutate({ from, to, onRefused }),
    remove: (from: SavedView) => mutate({ from }),
  }
}
