import type { Key as ReactKey, ReactNode } from 'react'
import { type PageQuery, usePages } from '~shared/api/use-pages'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { LoadFailure } from '~shared/ui/load-failure'
import { MoreButton } from '~shared/ui/more-button'

interface Props<Item> {
  queryOf: (page: number) => PageQuery<Item>
  keyOf: (item: Item) => Extract<ReactKey, string | number>
  /** How many there are, in words. */
  counted: (total: number) => string
  empty: ReactNode
  /** One of them, as an item of a list. */
  children: (item: Item) => ReactNode
}

/** What waits for an operator; later pages are appended. */
export function Queue<Item>({ queryOf, keyOf, counted, empty, children }: Props<Item>) {
  const pages = usePages(queryOf, keyOf)
  if (pages.hasFailed) return <LoadFailure onRetry={pages.retry} />
  if (pages.total !== undefined && pages.items.length === 0) return empty
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {pages.total !== undefined && counted(pages.total)}
      </p>
      <ul className="grid gap-4">{pages.items.map(children)}</ul>
      {pages.isLoading && <ListSkeleton />}
      {pages.hasMore && <MoreButton isLoading={pages.isLoading} onMore={pages.more} />}
    </>
  )
}
