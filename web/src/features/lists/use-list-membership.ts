// Puts a product into lists of an influencer, and takes it out.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductList } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { failedChangeText } from './limits'
import { setInList, writeList } from './mutations'
import { isAboutLists, myListsQuery } from '~/features/lists/queries'

/** A change shows before the server has responded. Failures are returned, because the dialog would cover toasts. */
export function useListMembership(productId: number) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const { queryKey } = myListsQuery(locale, productId)
  const mutationKey = ['holding', productId]

  const showMembership = (id: number, isMember: boolean) =>
    client.setQueryData(
      queryKey,
      (old) => old && { ...old, data: old.data.map((list) => (list.id === id ? withMembership(list, isMember) : list)) },
    )
  const refresh = () => {
    // Only the last of several changes refetches, because an earlier response would revert a later change.
    if (client.isMutating({ mutationKey }) > 1) return
    void client.invalidateQueries({ predicate: isAboutLists })
  }

  const { mutate: setMembership } = useMutation({
    mutationKey,
    scope: { id: `holding-${productId}` },
    mutationFn: ({ id, isMember }: { id: number; isMember: boolean }) => setInList(locale, id, productId, isMember),
    onMutate: async ({ id, isMember }) => {
      setFailure(null)
      await client.cancelQueries({ queryKey })
      showMembership(id, isMember)
    },
    onError: (error, { id, isMember }) => {
      showMembership(id, !isMember)
      setFailure(failedChangeText(t, isMember ? 'add' : 'remove', error))
    },
    onSettled: refresh,
  })

  const creation = useMutation({
    mutationFn: (name: string) => writeList(locale, { name, description: '' }),
    onMutate: () => setFailure(null),
    onSuccess: async ({ data }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (old) => old && { ...old, data: [data, ...old.data] })
      setMembership({ id: data.id, isMember: true })
    },
    onError: (error) => setFailure(failedChangeText(t, 'create', error)),
  })

  return { setMembership, create: creation.mutateAsync, isCreating: creation.isPending, failure }
}

const withMembership = (list: ProductList, isMember: boolean): ProductList => ({
  ...list,
  hasProduct: isMember,
  productCount: Math.max(0, list.productCount + Number(isMember) - Number(list.hasProduct)),
})
