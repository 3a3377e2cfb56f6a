import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import emptySearch from '~/assets/pictures/empty-search.webp'
import { useI18n } from '~/i18n/context'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { ListSkeleton } from '~/ui/list-skeleton'
import { LoadFailure } from '~/ui/load-failure'
import { DeskRow } from './desk-row'
import { deskOrdersQuery, type Filter } from './queries'

/** The orders a filter finds, newest first; later pages are appended. */
export function DeskQueue({ filter }: { filter: Filter }) {
  const { t, locale } = useI18n()
  const [pages, setPages] = useState(1)
  const answers = useQueries({ queries: Array.from({ length: pages }, (_, index) => deskOrdersQuery(locale, filter, index + 1)) })
  const first = answers[0]
  // One that was moved meanwhile may be on two pages that were asked for at different times.
  const orders = [...new Map(answers.flatMap(({ data }) => data?.data ?? []).map((order) => [order.code, order])).values()]
  const isLoading = answers.some(({ isPending }) => isPending)

  if (first?.isError && !first.data) return <LoadFailure onRetry={() => void first.refetch()} />
  if (first?.data && orders.length === 0)
    return <EmptyState picture={emptySearch} title={t('desk.empty')} text={filter.code ? t('desk.emptyCode') : t('desk.emptyText')} />
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {first?.data && t('desk.count', { count: first.data.meta.total })}
      </p>
      <ul className="grid gap-4">
        {orders.map((order) => (
          <DeskRow key={order.code} order={order} />
        ))}
      </ul>
      {isLoading && <ListSkeleton />}
      {pages < (first?.data?.meta.lastPage ?? 1) && (
        <div>
          <Button look="secondary" size="lg" disabled={isLoading} onClick={() => setPages(pages + 1)}>
            {t('catalog.loadMore')}
          </Button>
        </div>
      )}
    </>
  )
}
