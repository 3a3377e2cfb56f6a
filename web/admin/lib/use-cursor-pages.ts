// Reads a list page by page for "load more". Each page has a cursor, from which the next page is read, so new entries do not shift it.
import { useQueries, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { Key } from '~shared/api/query'
import type { CursorMeta } from '~shared/api/types'

interface CursorPage<Item> {
  data: Item[]
  meta: CursorMeta
}

export type CursorQuery<Item> = UseQueryOptions<CursorPage<Item>, Error, CursorPage<Item>, Key>

export type Entry = { id: number } | { code: string }
export const keyOf = (entry: Entry) => ('id' in entry ? entry.id : entry.code)

/**
 * An entry that moved between two requests is returned once. After a failed later page, `hasMore` stays true and `more` fetches that
 * page again.
 */
export function useCursorPages<Item extends Entry>(queryOf: (cursor?: string) => CursorQuery<Item>) {
  const client = useQueryClient()
  /** The number of pages to read. */
  const [count, setCount] = useState(1)
  // The cursors are read from the cached pages, because a page may end with another entry after a refetch.
  const nextCursorOf = ({ queryKey }: CursorQuery<Item>) => client.getQueryData<CursorPage<Item>>(queryKey)?.meta.nextCursor
  let last = queryOf()
  const queries = [last]
  while (queries.length < count) {
    const cursor = nextCursorOf(last)
    if (cursor === undefined) break
    last = queryOf(cursor)
    queries.push(last)
  }

  const results = useQueries({ queries })
  const failed = results.find(({ isError, data }) => isError && !data)
  const items = results.flatMap(({ data }) => data?.data ?? [])
  return {
    items: [...new Map(items.map((item) => [keyOf(item), item])).values()],
    isLoading: results.some(({ isPending, isError }) => isPending && !isError),
    hasFailed: failed !== undefined && failed === results[0],
    hasMore: failed !== undefined || results.at(-1)?.data?.meta.nextCursor !== undefined,
    more: () => (failed ? void failed.refetch() : setCount(queries.length + 1)),
    retry: () => void results[0]?.refetch(),
  }
}
