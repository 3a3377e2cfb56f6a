import type { QueryClient } from '@tanstack/react-query'

interface PageState {
  locale?: string
  queries?: { queryKey: readonly unknown[]; data: unknown }[]
}

/** Takes over what the gateway wrote into the page. It counts as fetched now: a cached page must not be fetched again at once. */
export function takePageState(client: QueryClient, text = '') {
  if (!text.trim()) return
  const state = JSON.parse(text) as PageState
  for (const { queryKey, data } of state.queries ?? []) client.setQueryData(queryKey, data)
}
