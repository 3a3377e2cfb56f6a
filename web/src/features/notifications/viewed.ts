import type { QueryClient } from '@tanstack/react-query'
import type { Answer } from '~shared/api/types'

export const LIST = ['GET', '/notification/all'] as const

/** Shows one as read or not, or all of them, on every page that is loaded. */
export const setViewed = (client: QueryClient, hasViewed: boolean, id?: number) =>
  client.setQueriesData<Answer<'/notification/all', 'get'>>(
    { queryKey: LIST },
    (page) => page && { ...page, data: page.data.map((item) => (id === undefined || item.id === id ? { ...item, hasViewed } : item)) },
  )
