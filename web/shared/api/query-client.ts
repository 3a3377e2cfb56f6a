// Creates the cache of API responses (TanStack Query), and fills it with the responses that the gateway wrote into the document.

import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './failure'

/** How long a response that no component shows stays in the cache. */
const GC_TIME_MS = 60_000
/** How long a response counts as fresh: within this time, another component shows it without a request. */
const STALE_TIME_MS = 60_000
const RETRIES = 2
/** After a failure in a page's loader, the mounting page does not repeat the query for this long, but shows the failure. */
const RECENT_FAILURE_MS = 5_000

/** Whether a retry may succeed: an error status below 500 would only be repeated. */
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

/**
 * Fills the cache with the responses in the document (`stateJson`). They count as fetched now, so that a document from an HTTP cache does
 * not refetch everything.
 */
export function hydratePageState(client: QueryClient, stateJson = '') {
  if (!stateJson.trim()) return
  const state = JSON.parse(stateJson) as PageState
  for (const { queryKey, data } of state.queries ?? []) client.setQueryData(queryKey, data)
}
