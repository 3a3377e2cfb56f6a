import type { Notification } from '~shared/api/types'
import { today } from '~shared/i18n/dates'

export interface Day {
  /** As `2026-11-20`, in Baku. */
  day: string
  items: Notification[]
}

/** A list that is newest first, cut where the day changes. */
export function byDay(items: Notification[]): Day[] {
  const days: Day[] = []
  for (const item of items) {
    const day = today(Date.parse(item.createdAt))
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}
