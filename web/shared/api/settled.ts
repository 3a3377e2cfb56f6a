// Waits until running queries have their responses.

import type { QueryClient } from '@tanstack/react-query'

/** Resolves when no query is running, or after `maxMs`. */
export function queriesSettled(client: QueryClient, maxMs: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timeout)
      unsubscribe()
      resolve()
    }
    const timeout = setTimeout(finish, maxMs)
    const unsubscribe = client.getQueryCache().subscribe(() => {
      if (client.isFetching() === 0) finish()
    })
    if (client.isFetching() === 0) finish()
  })
}
