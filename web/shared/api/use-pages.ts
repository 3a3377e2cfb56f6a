import { useQueries, type UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { Key } from './query'
import type { PageMeta } from './types'

interface Page<Item> {
  data: Item[]
  meta: PageMeta
}

/** What it asks for may hold more than the list: `select` takes that out. */
export type PageQuery<Item, Answer = Page<Item>> = UseQueryOptions<Answer, Error, Page<Item>, Key>

/**
 * A list whose later pages are appended, each its own query. What moved while the pages were asked for is shown once: the list is told
 * apart by `keyOf`.
 */
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
    /** How many there are on all pages; nothing while that is unknown. */
    total: first?.data?.meta.total,
    isLoading: answers.some(({ isPending }) => isPending),
    /** There is nothing to show: a later page that failed leaves what is here, and is asked for again. */
    hasFailed: failed !== undefined && failed === first,
    hasMore: failed !== undefined || count < (first?.data?.meta.lastPage ?? 1),
    more: () => (failed ? void failed.refetch() : setCount(count + 1)),
    retry: () => void first?.refetch(),
  }
}
