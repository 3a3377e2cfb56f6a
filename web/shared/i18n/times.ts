import { date, today } from './dates'
import type { Locale } from './locale'

// Times of day, in Baku's: apart from the dates, because only orders tell them.
const BAKU_OFFSET = 4 * 3600_000
const DAY = 24 * 3600_000

const NEAR: Record<Locale, { today: string; tomorrow: string; yesterday: string }> = {
  az: { today: 'bu gün', tomorrow: 'sabah', yesterday: 'dünən' },
  ru: { today: 'сегодня', tomorrow: 'завтра', yesterday: 'вчера' },
  en: { today: 'today', tomorrow: 'tomorrow', yesterday: 'yesterday' },
}

/** `14:05` */
export const timeOfDay = (iso: string) => new Date(Date.parse(iso) + BAKU_OFFSET).toISOString().slice(11, 16)

/** The day as one says it: `bu gün`, `sabah`, or `20 noyabr 2026`; the latter, too, while the clock is unknown. */
export function day(locale: Locale, iso: string, now: number | null): string {
  if (now === null) return date(locale, iso)
  const is = (offset: number) => today(now + offset) === today(Date.parse(iso))
  if (is(0)) return NEAR[locale].today
  if (is(DAY)) return NEAR[locale].tomorrow
  return is(-DAY) ? NEAR[locale].yesterday : date(locale, iso)
}

/** `bu gün, 14:05` */
export const moment = (locale: Locale, iso: string, now: number | null) => `${day(locale, iso, now)}, ${timeOfDay(iso)}`

interface Window {
  from: string
  until: string
}

/** `sabah, 14:00–16:00` */
export const windowOfTime = (locale: Locale, { from, until }: Window, now: number | null) =>
  `${day(locale, from, now)}, ${timeOfDay(from)}–${timeOfDay(until)}`
