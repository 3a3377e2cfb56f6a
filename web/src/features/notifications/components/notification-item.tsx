import clsx from 'clsx'
import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import type { Notification } from '~/api/types'
import { useT } from '~/i18n/context'
import { When } from '~/ui/when'
import { useMarkRead } from '../mutations'

export function NotificationItem({ item }: { item: Notification }) {
  const t = useT()
  const { mutate: markRead } = useMarkRead()
  const read = () => !item.hasViewed && markRead(item.id)
  return (
    <li className={clsx('flex gap-4 p-5', !item.hasViewed && 'bg-accent-soft/60')}>
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-lilac">
        <Bell aria-hidden className="size-5" />
      </span>
      <div className="grid min-w-0 grow gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="text-base">
            {!item.hasViewed && <span className="sr-only">{t('account.notifications.new')}: </span>}
            {item.title}
          </h3>
          <When at={item.createdAt} className="text-sm text-muted" />
        </div>
        <p className="text-[0.9375rem] text-muted text-pretty">{item.text}</p>
        <div className="flex flex-wrap gap-x-5">
          {item.link && (
            <Link
              to={item.link}
              onClick={read}
              className="inline-flex min-h-11 items-center font-semibold text-accent-text hover:underline"
            >
              {t('notifications.open')}
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
