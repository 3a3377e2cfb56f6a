// Products that an account has marked with a heart. A guest who presses a heart is asked to sign in.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { failureText } from '~shared/api/failure'
import { post } from '~shared/api/http'
import { get } from '~shared/api/query'
import type { ApiResponse, ProductCard } from '~shared/api/types'
import { useIsSignedIn } from '~shared/features/auth/store'
import { useI18n, useLocale } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'
import { countsQuery } from '../account/counts'

/** The favourites, of which the latest comes first. */
export const likesQuery = (locale: Locale) => ({ ...get(locale, '/product/likes', { query: { isGetAll: 'true' } }), staleTime: 30_000 })

/** The loaded favourites. Undefined for guests, and until they have loaded. */
function useLikes() {
  const isSignedIn = useIsSignedIn()
  const { data } = useQuery({ ...likesQuery(useLocale()), enabled: isSignedIn })
  return isSignedIn ? data?.data.products : undefined
}

export const useLoginModal = create(() => ({ isOpen: false }))

export const loginModal = {
  open: () => useLoginModal.setState({ isOpen: true }),
  close: () => useLoginModal.setState({ isOpen: false }),
}

type Likes = ApiResponse<'/product/likes', 'get'>

const without = (likes: Likes, id: number): Likes => ({
  ...likes,
  data: { ...likes.data, products: likes.data.products.filter((product) => product.id !== id) },
})
const withFirst = (likes: Likes, product: ProductCard): Likes => ({
  ...likes,
  data: { ...likes.data, products: [{ ...product, isLiked: true }, ...without(likes, product.id).data.products] },
})

/** The page shows a press at once, and the old state if the server refuses. */
export function useFavourite(product: ProductCard) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const isSignedIn = useIsSignedIn()
  const likes = useLikes()
  const likesKey = likesQuery(locale).queryKey
  const countsKey = countsQuery(locale).queryKey

  // While a press is pending, `variables` is whether it likes the product.
  const { mutate, isPending, variables } = useMutation({
    mutationKey: ['favourites'],
    scope: { id: `favourite-${product.id}` },
    mutationFn: (like: boolean) => post(locale, like ? '/product/like' : '/product/like/remove', { productId: product.id }),
    onMutate: async (like) => {
      // A response in flight would revert this press.
      await Promise.all([likesKey, countsKey].map((queryKey) => client.cancelQueries({ queryKey })))
      const previous = client.getQueryData(likesKey)
      client.setQueryData(likesKey, (old) => old && (like ? withFirst(old, product) : without(old, product.id)))
      client.setQueryData(countsKey, (old) => old && { data: { ...old.data, favCount: Math.max(0, old.data.favCount + (like ? 1 : -1)) } })
      return { previous }
    },
    onSuccess: ({ data }) => client.setQueryData(countsKey, (old) => old && { data: { ...old.data, favCount: data.favCount } }),
    onError: (error, _like, context) => {
      client.setQueryData(likesKey, context?.previous)
      toast.bad(failureText(t, error))
    },
    onSettled: () => {
      // Only the last of several presses refetches, because an earlier response would revert a later press.
      if (client.isMutating({ mutationKey: ['favourites'] }) > 1) return
      void client.invalidateQueries({ queryKey: likesKey })
      void client.invalidateQueries({ queryKey: countsKey })
    },
  })

  // The press shows even before the favourites have loaded.
  const isLikedOnServer = likes ? likes.some(({ id }) => id === product.id) : product.isLiked
  const isLiked = isSignedIn && (isPending ? variables : isLikedOnServer)

  const unlike = () => mutate(false)
  const remove = () => {
    unlike()
    toast.plain(t('common.favourite.removed'), { label: t('common.undo'), run: () => mutate(true) })
  }
  const toggle = () => (isSignedIn ? mutate(!isLiked) : loginModal.open())
  return { isLiked, toggle, unlike, remove }
}
