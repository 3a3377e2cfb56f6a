// Requests of operators about stores, the sellers of the marketplace.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import { get, hasPathPrefix, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse, DeskStore, NewStoreForm, StoreForm } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'

export const STORE_STATES = ['open', 'closed'] as const
export type StoreState = (typeof STORE_STATES)[number]

interface Filter {
  state?: StoreState | undefined
  text?: string | undefined
  /** The number of stores on a page. */
  limit?: string
}

const PER_PAGE = '20'

export const storesQuery = (locale: Locale, { state, text, limit = PER_PAGE }: Filter, cursor?: string) => ({
  ...get(locale, '/admin/stores', { query: { state, text, cursor, limit } }),
  staleTime: LOADER_FRESH_MS,
})

export const storeQuery = (locale: Locale, id: string) => ({
  ...get(locale, '/admin/stores/{id}', { path: { id } }),
  staleTime: LOADER_FRESH_MS,
})

type Saved = ApiResponse<'/admin/stores/{id}', 'put'>

export const createStore = (locale: Locale, form: NewStoreForm) =>
  call({ method: 'POST', path: '/admin/stores', locale, body: form }) as Promise<Saved>

export const saveStore = (locale: Locale, id: number, form: StoreForm) =>
  call({ method: 'PUT', path: `/admin/stores/${id}`, locale, body: form }) as Promise<Saved>

/** Fetches the stores again, for operators and shoppers. Called after failures, too: another operator may have changed a store. */
export function useRefreshStores() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: hasPathPrefix('/admin/stores', '/store/') })
}

/** `onSwitched` is called before the store is fetched again. */
export function useSwitchStore({ id, isOpen }: DeskStore, onSwitched: (store: DeskStore) => void) {
  const { locale } = useI18n()
  const refresh = useRefreshStores()
  return useMutation({
    mutationFn: () =>
      call({ method: 'POST', path: `/admin/stores/${id}/${isOpen ? 'close' : 'open'}`, locale }) as Promise<
        ApiResponse<'/admin/stores/{id}/open', 'post'>
      >,
    onSuccess: ({ data }) => onSwitched(data),
    onSettled: refresh,
  })
}
