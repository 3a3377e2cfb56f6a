import { CheckCheck, Settings2 } from 'lucide-react'
import emptyBell from '~shared/assets/pictures/empty-bell.webp'
import { usePages } from '~shared/api/use-pages'
import { DayList } from '~/features/notifications/components/day-list'
import { useMarkAllRead } from '~/features/notifications/mutations'
import { notificationsQuery, useUnread } from '~/features/notifications/queries'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { usePage } from '~shared/lib/use-page'
import { Button, ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/empty-state'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { LoadFailure } from '~shared/ui/load-failure'
import { MoreButton } from '~shared/ui/more-button'

/** Newest first, day by day; later pages are appended. */
export function Component() {
  const { t, locale } = useI18n()
  const unread = useUnread()
  const { mutate: readAll, isPending } = useMarkAllRead()
  const pages = usePages(
    (page) => notificationsQuery(locale, page),
    ({ id }) => id,
  )
  usePage(t('common.titleOf', { name: t('account.notifications.title') }))
  if (pages.hasFailed) return <LoadFailure onRetry={pages.retry} />

  const settings = (
    <ButtonLink to={paths.preferences()} look="secondary">
      <Settings2 aria-hidden className="size-4.5" />
      {t('notifications.settings')}
    </ButtonLink>
  )
  if (pages.total === 0)
    return (
      <EmptyState picture={emptyBell} title={t('account.notifications.empty')} text={t('account.notifications.emptyText')} asPageTitle>
        {settings}
      </EmptyState>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h1 tabIndex={-1} className="text-3xl">
            {t('account.notifications.title')}
          </h1>
          <p role="status" className="text-sm text-muted">
            {pages.total !== undefined && t('notifications.count', { count: pages.total })}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {unread > 0 && (
            <Button look="secondary" disabled={isPending} onClick={() => readAll()}>
              <CheckCheck aria-hidden className="size-4.5" />
              {t('notifications.readAll')}
            </Button>
          )}
          {settings}
        </div>
      </div>
      <DayList items={pages.items} />
      {pages.isLoading && <ListSkeleton />}
      {pages.hasMore && <MoreButton isLoading={pages.isLoading} onMore={pages.more} />}
    </div>
  )
}
