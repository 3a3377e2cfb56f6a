import clsx from 'clsx'
import { Bell, Cake, CheckCheck, Heart, type LucideIcon, MessageSquareText, Package, Settings2, Store } from 'lucide-react'
import { Link } from 'react-router'
import { byDay } from '~/features/notifications/news'
import { useMarkAllRead, useMarkRead } from '~/features/notifications/mutations'
import { useUnread } from '~/features/account/counts'
import { notificationsQuery } from '~/features/account/queries'
import type { Notification } from '~shared/api/types'
import { usePages } from '~shared/api/use-pages'
import emptyBell from '~shared/assets/pictures/empty-bell.webp'
import { useI18n, useLocale, useT } from '~shared/i18n/context'
import { day as dayText } from '~shared/i18n/dates'
import { paths } from '~shared/lib/paths'
import { useNow } from '~shared/lib/clock'
import { useDocumentHead } from '~shared/lib/document-head'
import { Button, ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { ListSkeleton, LoadFailure, LoadMoreButton } from '~shared/ui/list-states'
import { RelativeTime } from '~shared/ui/relative-time'

export function Component() {
  const { t, locale } = useI18n()
  const unread = useUnread()
  const { mutate: readAll, isPending } = useMarkAllRead()
  const pages = usePages(
    (page) => notificationsQuery(locale, page),
    ({ id }) => id,
  )
  useDocumentHead(t('common.titleOf', { name: t('account.notifications.title') }))
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
      {pages.hasMore && <LoadMoreButton isLoading={pages.isLoading} onMore={pages.more} />}
    </div>
  )
}

function DayList({ items }: { items: Notification[] }) {
  const locale = useLocale()
  const now = useNow()
  return byDay(items).map(({ day, items: dayItems }) => (
    <section key={day} aria-labelledby={`day-${day}`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id={`day-${day}`} className="text-base font-semibold text-muted first-letter:uppercase">
        {dayText(locale, dayItems[0]?.createdAt ?? day, now)}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
        {dayItems.map((item) => (
          <NotificationItem key={item.id} item={item} />
        ))}
      </ul>
    </section>
  ))
}

interface Look {
  Icon: LucideIcon
  tone: string
}

const LOOKS: (Look & { start: string })[] = [
  { start: 'order', Icon: Package, tone: 'bg-peach' },
  { start: 'refund', Icon: Package, tone: 'bg-peach' },
  { start: 'campaign', Icon: Store, tone: 'bg-mint' },
  { start: 'price', Icon: Heart, tone: 'bg-rose' },
  { start: 'back_in_stock', Icon: Heart, tone: 'bg-rose' },
  { start: 'birthday', Icon: Cake, tone: 'bg-lemon' },
  { start: 'review', Icon: MessageSquareText, tone: 'bg-sky' },
]
const OTHER_LOOK: Look = { Icon: Bell, tone: 'bg-lilac' }

/** Following the link marks the notification as read. */
function NotificationItem({ item }: { item: Notification }) {
  const t = useT()
  const { mutate: markRead } = useMarkRead()
  const readIfNew = () => !item.hasViewed && markRead(item.id)
  const { Icon, tone } = LOOKS.find(({ start }) => item.kind.startsWith(start)) ?? OTHER_LOOK
  return (
    <li className={clsx('flex gap-4 p-5', !item.hasViewed && 'bg-accent-soft')}>
      <span className={clsx('grid size-11 shrink-0 place-items-center rounded-full', tone)}>
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="grid min-w-0 grow gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="text-base wrap-anywhere">
            {!item.hasViewed && <span className="sr-only">{t('account.notifications.new')}: </span>}
            {item.title}
          </h3>
          <RelativeTime at={item.createdAt} className="text-sm text-muted" />
        </div>
        <p className="text-[0.9375rem] text-muted text-pretty wrap-anywhere">{item.text}</p>
        <div className="flex flex-wrap gap-x-5">
          {item.link && (
            <Link
              to={item.link}
              onClick={readIfNew}
              className="inline-flex min-h-11 items-center font-semibold text-accent-text hover:underline"
            >
              {t('notifications.open')}
              <span className="sr-only">: {item.title}</span>
            </Link>
          )}
          {!item.hasViewed && (
            <button type="button" onClick={readIfNew} className="min-h-11 font-semibold text-muted hover:text-accent-text">
              {t('account.notifications.markRead')}
              <span className="sr-only">: {item.title}</span>
            </button>
          )}
        </div>
      </div>
    </li>
  )
}
