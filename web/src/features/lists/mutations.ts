import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, post } from '~shared/api/http'
import type { ApiResponse, ProductList } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { focusHeading } from '~/lib/focus-heading'
import { toast } from '~shared/ui/toast-store'
import { isAboutLists, listQuery, myListsQuery } from '../lists/queries'
import { failedChangeText } from './limits'

interface ListInput {
  name: string
  description: string
}

export function writeList(locale: Locale, input: ListInput, id?: number): Promise<ApiResponse<'/list', 'post'>> {
  if (id === undefined) return post(locale, '/list', input)
  return call({ method: 'PUT', path: `/list/${id}`, locale, body: input }) as Promise<ApiResponse<'/list', 'post'>>
}

/** Both requests are idempotent. */
export function setInList(locale: Locale, listId: number, productId: number, isMember: boolean) {
  return isMember
    ? call({ method: 'POST', path: `/list/${listId}/products`, locale, body: { productId } })
    : call({ method: 'DELETE', path: `/list/${listId}/products/${productId}`, locale })
}

/** The list disappears at once and returns on failure. */
export function useDeleteList() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const { queryKey } = myListsQuery(locale)
  return useMutation({
    scope: { id: 'lists' },
    mutationFn: ({ id }: ProductList) => call({ method: 'DELETE', path: `/list/${id}`, locale }),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (old) => old && { ...old, data: old.data.filter((list) => list.id !== id) })
      focusHeading()
    },
    onSuccess: (_done, { name, slug }) => {
      toast.plain(t('lists.deleted', { name }))
      client.removeQueries({ predicate: ({ queryKey: [, path] }) => path === `/list/${slug}` })
    },
    onError: (error) => toast.bad(failedChangeText(t, 'delete', error)),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

/** "Undo" adds the product again, as the first one. `pages` is the number of loaded pages. */
export function useRemoveFromList({ id, slug }: ProductList, pages: number) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const scope = { id: `list-${id}` }
  const mutationKey = ['list', id]
  const keys = Array.from({ length: pages }, (_, index) => listQuery(locale, slug, index + 1).queryKey)
  const refresh = () => {
    // Only the last of several removals refetches, because an earlier response would restore products removed later.
    if (client.isMutating({ mutationKey }) > 1) return
    void client.invalidateQueries({ predicate: isAboutLists })
  }

  const restore = useMutation({
    scope,
    mutationKey,
    mutationFn: (productId: number) => setInList(locale, id, productId, true),
    onError: (error) => toast.bad(failedChangeText(t, 'add', error)),
    onSettled: refresh,
  })
  return useMutation({
    scope,
    mutationKey,
    mutationFn: (productId: number) => setInList(locale, id, productId, false),
    onMutate: async (productId) => {
      await client.cancelQueries({ predicate: isAboutLists })
      for (const key of keys)
        client.setQueryData(key, (old) => {
          if (!old) return old
          const products = old.data.products.filter((product) => product.id !== productId)
          return { ...old, data: { ...old.data, products } }
        })
      focusHeading()
    },
    onSuccess: (_done, productId) =>
      toast.plain(t('lists.products.removed'), { label: t('common.undo'), run: () => restore.mutate(productId) }),
    onError: (error) => toast.bad(failedChangeText(t, 'remove', error)),
    onSettled: refresh,
  })
}
