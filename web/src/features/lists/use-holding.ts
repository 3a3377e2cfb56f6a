import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductList } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { holdProduct, writeList } from './mutations'
import { isAboutLists, myListsQuery } from './queries'
import { whatAndWhy } from './what-and-why'

/** Which lists hold a product: every tick shows at once. What failed is said where the ticks are, because they lie above the toasts. */
export function useHolding(productId: number) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const { queryKey } = myListsQuery(locale, productId)
  const mutationKey = ['holding', productId]

  const show = (id: number, holds: boolean) =>
    client.setQueryData(queryKey, (old) => old && { ...old, data: old.data.map((one) => (one.id === id ? withHeld(one, holds) : one)) })
  const refreshed = () => {
    if (client.isMutating({ mutationKey }) > 1) return
    void client.invalidateQueries({ predicate: isAboutLists })
  }

  const { mutate: hold } = useMutation({
    mutationKey,
    scope: { id: `holding-${productId}` },
    mutationFn: ({ id, holds }: { id: number; holds: boolean }) => holdProduct(locale, id, productId, holds),
    onMutate: async ({ id, holds }) => {
      setFailure(null)
      await client.cancelQueries({ queryKey })
      show(id, holds)
    },
    onError: (error, { id, holds }) => {
      show(id, !holds)
      setFailure(whatAndWhy(t, holds ? 'add' : 'remove', error))
    },
    onSettled: refreshed,
  })

  const creation = useMutation({
    mutationFn: (name: string) => writeList(locale, { name, description: '' }),
    onMutate: () => setFailure(null),
    onSuccess: async ({ data }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (old) => old && { ...old, data: [data, ...old.data] })
      hold({ id: data.id, holds: true })
    },
    onError: (error) => setFailure(whatAndWhy(t, 'create', error)),
  })

  return { hold, create: creation.mutateAsync, isCreating: creation.isPending, failure }
}

const withHeld = (list: ProductList, holds: boolean): ProductList => ({
  ...list,
  hasProduct: holds,
  productCount: Math.max(0, list.productCount + Number(holds) - Number(list.hasProduct)),
})
