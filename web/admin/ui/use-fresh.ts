import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { JUST_LOADED, type Key } from '~shared/api/query'

/** A query whose answer is not older than the page: its loader has just fetched it, or it is fetched now. For forms to begin with. */
export function useFresh<Answer>(query: UseQueryOptions<Answer, Error, Answer, Key>) {
  const [mountedAt] = useState(Date.now)
  const { data, dataUpdatedAt, isFetchedAfterMount, isError, error, refetch } = useQuery(query)
  const isFresh = isFetchedAfterMount || dataUpdatedAt > mountedAt - JUST_LOADED
  return { data: isFresh ? data : undefined, isError, error, refetch }
}
