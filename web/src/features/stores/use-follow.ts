// Following a store. Its followers are notified of its campaigns.

import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import type { ApiResponse, Store } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'
import { useIsSignedIn } from '~shared/features/auth/store'
import { failureText } from '~shared/api/failure'
import { loginModal } from '../favourites/favourites'
import { storeQuery, subscriptionsQuery, useSubscriptions } from './queries'

type Subscriptions = ApiResponse<'/user/subscriptions', 'get'>

const without = (current: Subscriptions, id: number): Subscriptions => ({
  ...current,
  data: current.data.filter((store) => store.id !== id),
})
const withFirst = (current: Subscriptions, store: Store): Subscriptions => ({
  ...current,
  data: [{ ...store, isSubscribed: true }, ...without(current, store.id).data],
})

const updateStore = (client: QueryClient, locale: Locale, store: Store) =>
  client.setQueryData(storeQuery(locale, store.slug).queryKey, (old) => old && { ...old, data: store })

const send = (locale: Locale, { id }: Store, follow: boolean) =>
  call({ method: 'POST', path: follow ? `/store/subscribe/${id}` : `/store/unsubscribe/${id}`, locale }) as Promise<
    ApiResponse<'/store/subscribe/{store}', 'post'>
  >

/**
 * Shows a press at once, the exact number of followers after the response, and the old state if the server refuses. Guests are asked to
 * sign in.
 */
export function useFollow(store: Store) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const isSignedIn = useIsSignedIn()
  const subscriptions = useSubscriptions()
  const isFollowed = isSignedIn && (subscriptions ? subscriptions.some(({ id }) => id === store.id) : store.isSubscribed)
  const { queryKey } = subscriptionsQuery(locale)
  const mutationKey = ['follow']

  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `follow-${store.id}` },
    mutationFn: (follow: boolean) => send(locale, store, follow),
    onMutate: async (follow) => {
      await client.cancelQueries({ queryKey })
      const previous = client.getQueryData(queryKey)
      client.setQueryData(queryKey, (old) => old && (follow ? withFirst(old, store) : without(old, store.id)))
      updateStore(client, locale, {
        ...store,
        isSubscribed: follow,
        subscriberCount: Math.max(0, store.subscriberCount + (follow ? 1 : -1)),
      })
      return { previous, store }
    },
    onSuccess: ({ data }) => updateStore(client, locale, data),
    onError: (error, _follow, context) => {
      client.setQueryData(queryKey, context?.previous)
      if (context) updateStore(client, locale, context.store)
      toast.bad(failureText(t, error))
    },
    onSettled: () => {
      // Only the last of several presses refetches, because an earlier response would revert a later press.
      if (client.isMutating({ mutationKey }) > 1) return
      void client.invalidateQueries({ queryKey })
    },
  })

  const { name } = store
  const follow = () => mutate(true, { onSuccess: () => toast.good(t('stores.followed', { name })) })
  const unfollow = () => {
    mutate(false)
    toast.plain(t('stores.unfollowed', { name }), { label: t('common.undo'), run: () => mutate(true) })
  }
  const toggle = () => {
    if (!isSignedIn) return loginModal.open()
    return isFollowed ? unfollow() : follow()
  }
  return { isFollowed, toggle, unfollow }
}
