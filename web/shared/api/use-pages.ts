import { useQueries, type UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { Key } from './query'
import type { PageMeta } from './types'

interface Page<Item> {
  data: Item[]
  meta: PageMeta
}

/** A query of one page. `select` extracts the list from a larger answer. */
export type PageQuery<Item, Answer = Page<Item>> = UseQueryOptions<Answer, Error, Page<Item>, Key>

/** A list whose later pages are appended, each its own query. Entries that moved between requests are shown once, compared by `keyOf`. */
export function usePages<Item, Answer = Page<Item>>(
  queryOf: (page: number) => PageQuery<Item, Answer>,
  keyOf: (item: Item) => string | number,
) {
  const [count, setCount] = useState(1)
  const answers = useQueries({ queries: Array.from({ length: count }, (_, index) => queryOf(index + 1)) })
  const first = answers[0]
  const failed = answers.find(({ isError, data }) => isError && !data)
  const loaded = answers.flatMap(({ data }) => data?.data ?? [])
  return {
    items: [...new Map(loaded.map((item) => [keyOf(item), item])).values()],
    /** Number of entries on all pages; undefined until known. */
    total: first?.data?.meta.total,
    isLoading: answers.some(({ isPending }) => isPending),
    /** True if the first page failed. When a later page fails, the loaded ones stay and it is requested again. */
    hasFailed: failed !== undefined && failed === first,
    hasMore: failed !== undefined || count < (first?.data?.meta.lastPage ?? 1),
    more: () => (failed ? void failed.refetch() : setCount(count + 1)),
    retry: () => void first?.refetch(),
  }
}
