// Requests about the categories of products.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import { get, hasPathPrefix, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse, CategoryForm, CategoryMove, CategoryRow, NewCategoryForm } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import type { Place } from './tree'

export const categoriesQuery = (locale: Locale) => ({ ...get(locale, '/admin/categories'), staleTime: LOADER_FRESH_MS })

export const categoryQuery = (locale: Locale, id: string) => ({
  ...get(locale, '/admin/categories/{id}', { path: { id } }),
  staleTime: LOADER_FRESH_MS,
})

type Saved = ApiResponse<'/admin/categories/{id}', 'put'>

export const createCategory = (locale: Locale, form: NewCategoryForm) =>
  call({ method: 'POST', path: '/admin/categories', locale, body: form }) as Promise<Saved>

export const saveCategory = (locale: Locale, id: number, form: CategoryForm) =>
  call({ method: 'PUT', path: `/admin/categories/${id}`, locale, body: form }) as Promise<Saved>

/** Fetches the categories again, for operators and shoppers. Called after failures, too: another operator may have changed a category. */
export function useRefreshCategories() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: hasPathPrefix('/admin/categories', '/category/') })
}

interface Move {
  category: CategoryRow
  place: Place
}

/** The mutation is pending until the new tree was fetched, so that the next move sends the new version. */
export function useMoveCategory() {
  const { locale } = useI18n()
  const refresh = useRefreshCategories()
  return useMutation({
    mutationFn: ({ category: { id, version }, place: { parentId, position } }: Move) => {
      const body: CategoryMove = { ...(parentId !== undefined && { parentId }), position, version }
      return call({ method: 'POST', path: `/admin/categories/${id}/move`, locale, body })
    },
    onSettled: refresh,
  })
}

/** `onDeleted` is called before the tree is fetched again, which removes the category from the page. */
export function useDeleteCategory(onDeleted: () => void) {
  const { locale } = useI18n()
  const refresh = useRefreshCategories()
  return useMutation({
    mutationFn: ({ id }: CategoryRow) => call({ method: 'DELETE', path: `/admin/categories/${id}`, locale }),
    onSuccess: onDeleted,
    onSettled: refresh,
  })
}
