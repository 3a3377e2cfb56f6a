// Operators' requests about products and their stock. A movement is a change of the stock, for example received or damaged units.
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { categoryQuery } from '~admin/features/categories/api'
import { adminPaths, type ProductFilter } from '~admin/paths'
import { ApiFailure, failureText } from '~shared/api/failure'
import { call } from '~shared/api/http'
import { get, hasPathPrefix, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse, CategoryRow, MoveStockForm, Problem, ProductForm } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'
import { chainOf, nearestFields } from './categories'

const PER_PAGE = '50'

export const productsQuery = (locale: Locale, filter: ProductFilter, cursor?: string) => ({
  ...get(locale, '/admin/products', { query: { ...filter, cursor, limit: PER_PAGE } }),
  staleTime: LOADER_FRESH_MS,
})

export const productQuery = (locale: Locale, id: string) => ({
  ...get(locale, '/admin/products/{id}', { path: { id } }),
  staleTime: LOADER_FRESH_MS,
})

const MOVEMENTS_PER_PAGE = '20'

export const movementsQuery = (locale: Locale, id: string, cursor?: string) => ({
  ...get(locale, '/admin/products/{id}/movements', { path: { id }, query: { cursor, limit: MOVEMENTS_PER_PAGE } }),
  staleTime: LOADER_FRESH_MS,
})

/** The queries of a category and its ancestors, the root first: a category's response has only its own fields. */
export const categoryChainQueries = (locale: Locale, categories: CategoryRow[], id: number) =>
  chainOf(categories, id).map((chainId) => categoryQuery(locale, String(chainId)))

/** Returns the fields of a category with the inherited ones; undefined until they are loaded. */
export function useCategoryFields(categories: CategoryRow[], id: number) {
  const { locale } = useI18n()
  const results = useQueries({ queries: categoryChainQueries(locale, categories, id) })
  const chain = results.flatMap(({ data }) => (data ? [data.data.fields] : []))
  return {
    fields: chain.length === results.length ? nearestFields(chain) : undefined,
    hasFailed: results.some(({ isError, data }) => isError && !data),
    retry: () => void Promise.all(results.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  }
}

type Saved = ApiResponse<'/admin/products/{id}', 'put'>

export const saveProduct = (locale: Locale, form: ProductForm, id?: number) =>
  call(
    id === undefined
      ? { method: 'POST', path: '/admin/products', locale, body: form }
      : { method: 'PUT', path: `/admin/products/${id}`, locale, body: form },
  ) as Promise<Saved>

export const isRefusedAs = (error: unknown, code: Problem['code']) => error instanceof ApiFailure && error.code === code

export const addMovement = (locale: Locale, id: number, movement: MoveStockForm) =>
  call({ method: 'POST', path: `/admin/products/${id}/movements`, locale, body: movement }) as Promise<
    ApiResponse<'/admin/products/{id}/movements', 'post'>
  >

export function useRefreshProducts() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: hasPathPrefix('/admin/products') })
}

/** The form after an earlier change. It is not cached: the response has the product's current version, which each change increases. */
export const formerFormQuery = (locale: Locale, id: number, version: number) => ({
  ...get(locale, '/admin/products/{id}/versions/{version}', { path: { id: String(id), version: String(version) } }),
  staleTime: 0,
})

type Action = 'publish' | 'withdraw' | 'duplicate'

/** Publishes, withdraws or duplicates a product. The duplicate is a draft, and its page opens. */
export function useProductAction(id: number, onChanged: (saved: Saved) => void) {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const refresh = useRefreshProducts()
  return useMutation({
    mutationFn: (action: Action) => call({ method: 'POST', path: `/admin/products/${id}/${action}`, locale }) as Promise<Saved>,
    onSuccess: async (saved, action) => {
      toast.good(t(`adminProducts.done.${action}`))
      if (action === 'duplicate') await navigate(adminPaths.product(String(saved.data.id)))
      else onChanged(saved)
    },
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
}
