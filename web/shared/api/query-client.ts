// The cache of API responses (TanStack Query).

import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './failure'

const GC_TIME_MS = 60_000
const STALE_TIME_MS = 60_000
const RETRIES = 2
/** How long a mounting page shows its loader's failure instead of repeating the query. */
const RECENT_FAILURE_MS = 5_000

/** An error status below 500 would only be repeated. */
const isWorthRetrying = (error: Error) => error instanceof ApiFailure && (error.kind !== 'http' || (error.status ?? 0) >= 500)

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: GC_TIME_MS,
        staleTime: STALE_TIME_MS,
        refetchOnWindowFocus: false,
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > RECENT_FAILURE_MS,
        retry: (count, error) => count < RETRIES && isWorthRetrying(error),
      },
    },
  })

interface PageState {
  locale?: string
  queries?: { queryKey: readonly unknown[]; data: unknown }[]
}

/** Caches the responses in the gateway's document. They count as fetched now, so that an old document does not refetch all. */
export function hydratePageState(client: QueryClient, stateJson = '') {
  if (!stateJson.trim()) return
  const state = JSON.parse(stateJson) as PageState
  for (const { queryKey, data } of state.queries ?? []) client.setQueryData(queryKey, data)
}
