import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './failure'

const GC_TIME = 60_000
const STALE_TIME = 60_000
const RETRIES = 2
/** A page that a loader has prepared shows a failure instead of repeating the request when it appears. Milliseconds. */
const JUST_FAILED = 5_000

const isWorthRetrying = (error: Error) => error instanceof ApiFailure && (error.kind !== 'http' || (error.status ?? 0) >= 500)

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: GC_TIME,
        staleTime: STALE_TIME,
        refetchOnWindowFocus: false,
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > JUST_FAILED,
        retry: (count, error) => count < RETRIES && isWorthRetrying(error),
      },
    },
  })

interface PageState {
  locale?: string
  queries?: { queryKey: readonly unknown[]; data: unknown }[]
}

/** Puts the state of the document into the cache. It counts as fetched now, so that a cached page does not refetch everything at once. */
export function hydratePageState(client: QueryClient, text = '') {
  if (!text.trim()) return
  const state = JSON.parse(text) as PageState
  for (const { queryKey, data } of state.queries ?? []) client.setQueryData(queryKey, data)
}
