import clsx from 'clsx'
import { Bell, Cake, Heart, type LucideIcon, MessageSquareText, Package, Store } from 'lucide-react'
import { Link } from 'react-router'
import type { Notification } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { When } from '~shared/ui/when'
import { useMarkRead } from '../mutations'

/** By what a kind begins with; for those that nobody knows yet there is a bell. */
const FACES: [start: string, Icon: LucideIcon, tone: string][] = [
  ['order', Package, 'bg-peach'],
  ['refund', Package, 'bg-peach'],
  ['campaign', Store, 'bg-mint'],
  ['price', Heart, 'bg-rose'],
  ['back_in_stock', Heart, 'bg-rose'],
  ['birthday', Cake, 'bg-lemon'],
  ['review', MessageSquareText, 'bg-sky'],
]

export function NotificationItem({ item }: { item: Notification }) {
  const t = useT()
  const { mutate: markRead } = useMarkRead()
  const read = () => !item.hasViewed && markRead(item.id)
  const [, Icon, tone] = FACES.find(([start]) => item.kind.startsWith(start)) ?? ['', Bell, 'bg-lilac']
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
          <When at={item.createdAt} className="text-sm text-muted" />
        </div>
        <p className="text-[0.9375rem] text-muted text-pretty wrap-anywhere">{item.text}</p>
        <div className="flex flex-wrap gap-x-5">
          {item.link && (
            <Link
              to={item.link}
              onClick={read}
              className="inline-flex min-h-11 items-center font-semibold text-accent-text hover:underline"
            >
              {t('notifications.open')}
              <span className="sr-only">: {item.title}</span>
            </Link>
          )}
          {!item.hasViewed && (
            <button type="button" onClick={read} className="min-h-11 font-semibold text-muted hover:text-accent-text">
              {t('account.notifications.markRead')}
              <span className="sr-only">: {item.title}</span>
            </button>
          )}
        </div>
      </div>
    </li>
  )
}
