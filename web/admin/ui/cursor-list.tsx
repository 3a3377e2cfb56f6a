// A list of the back office with "load more", read by cursor: each page says where the next one begins.
import type { ReactNode } from 'react'
import { type CursorQuery, type Entry, keyOf, useCursorPages } from '~admin/lib/use-cursor-pages'
import { ListSkeleton, LoadFailure, LoadMoreButton } from '~shared/ui/list-states'
import { type Exported, ExportButtons } from './export-buttons'

interface Props<Item> {
  queryOf: (cursor?: string) => CursorQuery<Item>
  /** Lists with cursors have no total. */
  countText: (shown: number) => string
  empty: ReactNode
  /** Adds a button that downloads the list as a file with these columns. */
  exported?: Exported<Item>
  children: (item: Item) => ReactNode
}

export function CursorList<Item extends Entry>({ queryOf, countText, empty, exported, children }: Props<Item>) {
  const { items, isLoading, hasFailed, hasMore, more, retry } = useCursorPages(queryOf)
  if (hasFailed) return <LoadFailure onRetry={retry} />
  if (items.length === 0 && !isLoading) return empty
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p role="status" className="text-sm text-muted">
          {items.length > 0 && countText(items.length)}
        </p>
        {exported && <ExportButtons {...exported} query={queryOf()} keyOf={keyOf} />}
      </div>
      <ul className="grid gap-4">{items.map(children)}</ul>
      {isLoading && <ListSkeleton />}
      {hasMore && !isLoading && <LoadMoreButton isLoading={isLoading} onMore={more} />}
    </>
  )
}
