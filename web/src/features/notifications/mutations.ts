// Marks notifications (short messages in the shop) as read.

import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText } from '~shared/api/failure'
import { call } from '~shared/api/http'
import type { ApiResponse } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { toast } from '~shared/ui/toast-store'
import { unreadQuery } from '../account/counts'

/** Prefix of the query keys of all pages of the list. */
export const LIST_KEY = ['GET', '/notification/all'] as const

/** Changes one notification, or all, in every loaded page. */
const setViewed = (client: QueryClient, hasViewed: boolean, id?: number) =>
  client.setQueriesData<ApiResponse<'/notification/all', 'get'>>(
    { queryKey: LIST_KEY },
    (page) => page && { ...page, data: page.data.map((item) => (id === undefined || item.id === id ? { ...item, hasViewed } : item)) },
  )

export function useMarkRead() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const unread = unreadQuery(locale).queryKey
  return useMutation({
    mutationFn: (id: number) => call({ method: 'GET', path: `/notification/read/${id}`, locale }),
    onMutate: (id) => {
      setViewed(client, true, id)
      client.setQueryData(unread, (old) => old && { data: { count: Math.max(0, old.data.count - 1) } })
    },
    onError: (error, id) => {
      setViewed(client, false, id)
      toast.bad(failureText(t, error))
    },
    onSettled: () => client.invalidateQueries({ queryKey: unread }),
  })
}

export function useMarkAllRead() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const unread = unreadQuery(locale).queryKey
  return useMutation({
    mutationFn: () => call({ method: 'POST', path: '/notification/read-all', locale, body: {} }),
    onMutate: () => {
      setViewed(client, true)
      client.setQueryData(unread, { data: { count: 0 } })
    },
    onSuccess: () => toast.good(t('notifications.allRead')),
    onError: (error) => {
      toast.bad(failureText(t, error))
      return client.invalidateQueries({ queryKey: LIST_KEY })
    },
    onSettled: () => client.invalidateQueries({ queryKey: unread }),
  })
}
