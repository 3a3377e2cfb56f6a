import type { ReactNode } from 'react'
import { type CursorQuery, type Entry, useCursorPages } from '~admin/lib/use-cursor-pages'
import { ListSkeleton, LoadFailure, LoadMoreButton } from '~shared/ui/list-states'

interface Props<Item> {
  queryOf: (cursor?: string) => CursorQuery<Item>
  /** Returns the text with the number of entries that are shown. The total is not known. */
  countText: (shown: number) => string
  empty: ReactNode
  children: (item: Item) => ReactNode
}

/** A list with “load more” whose pages are read by cursor. */
export function CursorList<Item extends Entry>({ queryOf, countText, empty, children }: Props<Item>) {
  const { items, isLoading, hasFailed, hasMore, more, retry } = useCursorPages(queryOf)
  if (hasFailed) return <LoadFailure onRetry={retry} />
  if (items.length === 0 && !isLoading) return empty
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {items.length > 0 && countText(items.length)}
      </p>
      <ul className="grid gap-4">{items.map(children)}</ul>
      {isLoading && <ListSkeleton />}
      {hasMore && !isLoading && <LoadMoreButton isLoading={isLoading} onMore={more} />}
    </>
  )
}
