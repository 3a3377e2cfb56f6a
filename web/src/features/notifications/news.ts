// Groups notifications by day, and parses events of the notification stream.

import type { ServerEvent } from '~shared/api/event-stream'
import type { Notification } from '~shared/api/types'
import { bakuDate } from '~shared/i18n/dates'

interface Day {
  /** The date in Baku, such as `2026-11-20`. */
  day: string
  items: Notification[]
}

/** Expects the newest first. */
export function byDay(items: Notification[]): Day[] {
  const days: Day[] = []
  for (const item of items) {
    const day = bakuDate(Date.parse(item.createdAt))
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}

/** An event of the stream. */
export type News = { kind: 'notification'; id: number; item: Notification } | { kind: 'count'; unread: number }

/** Parses an event. Returns undefined for kinds that this version does not know. */
export function newsOf({ event, data }: ServerEvent): News | undefined {
  if (event === 'notification') {
    const item = JSON.parse(data) as Notification
    return { kind: 'notification', id: item.id, item }
  }
  if (event === 'count') return { kind: 'count', unread: (JSON.parse(data) as { unreadCount: number }).unreadCount }
  return undefined
}
