import type { Notification } from '~shared/api/types'
import { useLocale } from '~shared/i18n/context'
import { day as nameOf } from '~shared/i18n/times'
import { useNow } from '~shared/lib/use-now'
import { byDay } from '../by-day'
import { NotificationItem } from './notification-item'

export function DayList({ items }: { items: Notification[] }) {
  const locale = useLocale()
  const now = useNow()
  return byDay(items).map(({ day, items: ofDay }) => (
    <section key={day} aria-labelledby={`day-${day}`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id={`day-${day}`} className="text-base font-semibold text-muted first-letter:uppercase">
        {nameOf(locale, ofDay[0]?.createdAt ?? day, now)}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
        {ofDay.map((item) => (
          <NotificationItem key={item.id} item={item} />
        ))}
      </ul>
    </section>
  ))
}
