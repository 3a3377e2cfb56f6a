import { useQueries, type UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { Key } from './query'
import type { PageMeta } from './types'

interface Page<Item> {
  data: Item[]
  meta: PageMeta
}

/** `select` extracts the list from a larger response. */
export type PageQuery<Item, Result = Page<Item>> = UseQueryOptions<Result, Error, Page<Item>, Key>

/** Loads a list page by page. `keyOf` identifies an entry that moved to another page. */
export function usePages<Item, Result = Page<Item>>(
  queryOf: (page: number) => PageQuery<Item, Result>,
  keyOf: (item: Item) => string | number,
) {
  const [pageCount, setPageCount] = useState(1)
  const results = useQueries({ queries: Array.from({ length: pageCount }, (_, index) => queryOf(index + 1)) })
  const first = results[0]
  const failed = results.find(({ isError, data }) => isError && !data)
  const loaded = results.flatMap(({ data }) => data?.data ?? [])
  return {
    items: [...new Map(loaded.map((item) => [keyOf(item), item])).values()],
    /** On all pages; undefined until known. */
    total: first?.data?.meta.total,
    isLoading: results.some(({ isPending }) => isPending),
    /** When a later page fails, `more` requests it again. */
    hasFailed: failed !== undefined && failed === first,
    hasMore: failed !== undefined || pageCount < (first?.data?.meta.lastPage ?? 1),
    more: () => (failed ? void failed.refetch() : setPageCount(pageCount + 1)),
    retry: () => void first?.refetch(),
  }
}
