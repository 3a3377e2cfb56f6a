import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './failure'

const GC_TIME_MS = 60_000
const STALE_TIME_MS = 60_000
const RETRIES = 2
/** How long a failure in the page's loader counts: the query is not repeated when the page mounts, which shows the failure. */
const RECENT_FAILURE_MS = 5_000

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
 * Stores the state of the document in the cache. It counts as fetched now, so that a document from an HTTP cache does not refetch
 * everything.
 */
export function hydratePageState(client: QueryClient, text = '') {
  if (!text.trim()) return
  const state = JSON.parse(text) as PageState
  for (const { queryKey, data } of state.queries ?? []) client.setQueryData(queryKey, data)
}
