import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '~/api/http'
import type { Answer } from '~/api/types'
import { useI18n } from '~/i18n/context'
import { toast } from '~/ui/toast-store'
import { failureText } from '../content/failure-text'
import { unreadQuery } from './queries'

const LIST = ['GET', '/notification/all'] as const

const setViewed = (client: QueryClient, id: number, hasViewed: boolean) =>
  client.setQueriesData<Answer<'/notification/all', 'get'>>(
    { queryKey: LIST },
    (page) => page && { ...page, data: page.data.map((item) => (item.id === id ? { ...item, hasViewed } : item)) },
  )

export function useMarkRead() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const unread = unreadQuery(locale).queryKey
  return useMutation({
    mutationFn: (id: number) => call({ method: 'GET', path: `/notification/read/${id}`, locale }),
    onMutate: (id) => {
      setViewed(client, id, true)
      client.setQueryData(unread, (old) => old && { data: { count: Math.max(0, old.data.count - 1) } })
    },
    onError: (error, id) => {
      setViewed(client, id, false)
      toast.bad(failureText(t, error))
    },
    onSettled: () => client.invalidateQueries({ queryKey: unread }),
  })
}
