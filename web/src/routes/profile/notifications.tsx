import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import emptyBell from '~/assets/pictures/empty-bell.webp'
import { NotificationItem } from '~/features/notifications/components/notification-item'
import { notificationsQuery } from '~/features/notifications/queries'
import { useI18n } from '~/i18n/context'
import { usePage } from '~/lib/use-page'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { LoadFailure } from '~/ui/load-failure'
import { Skeleton } from '~/ui/skeleton'

/** Newest first; later pages are appended. */
export function Component() {
  const { t, locale } = useI18n()
  const [pages, setPages] = useState(1)
  const answers = useQueries({ queries: Array.from({ length: pages }, (_, index) => notificationsQuery(locale, index + 1)) })
  usePage(t('common.titleOf', { name: t('account.notifications.title') }))

  const first = answers[0]
  const items = answers.flatMap(({ data }) => data?.data ?? [])
  const isLoading = answers.some(({ isPending }) => isPending)
  if (first?.isError && !first.data) return <LoadFailure onRetry={() => void first.refetch()} />
  if (first?.data && items.length === 0)
    return (
      <EmptyState picture={emptyBell} title={t('account.notifications.empty')} text={t('account.notifications.emptyText')} asPageTitle />
    )

  return (
    <>
      <h1 tabIndex={-1} className="mb-5 text-3xl">
        {t('account.notifications.title')}
      </h1>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
        {items.map((item) => (
          <NotificationItem key={item.id} item={item} />
        ))}
        {isLoading && (
          <li className="grid gap-3 p-5">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-4 w-4/5" />
          </li>
        )}
      </ul>
      {pages < (first?.data?.meta.lastPage ?? 1) && (
        <div className="mt-6 grid justify-center">
          <Button look="secondary" size="lg" disabled={isLoading} onClick={() => setPages(pages + 1)}>
            {t('catalog.loadMore')}
          </Button>
        </div>
      )}
    </>
  )
}
