import type { Locale } from './locale'
import { plural } from './context'

// Separate from money and numbers, because the first visit shows no date. Without `Intl`, see format.ts.
const BAKU_OFFSET = 4 * 3600_000

const MONTHS: Record<Locale, string[]> = {
  az: 'yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr'.split(' '),
  ru: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
}

const WEEKDAYS: Record<Locale, string[]> = {
  az: ['bazar', 'bazar ertəsi', 'çərşənbə axşamı', 'çərşənbə', 'cümə axşamı', 'cümə', 'şənbə'],
  ru: ['воскресенье', 'понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
}

/** Today's date in Baku: `2026-11-20`. */
export const today = (now: number) => new Date(now + BAKU_OFFSET).toISOString().slice(0, 10)

export const months = (locale: Locale) => MONTHS[locale]

/** Formats the date in Baku: `20 noyabr 2026`. */
export function date(locale: Locale, iso: string): string {
  const day = new Date(Date.parse(iso) + BAKU_OFFSET)
  return `${day.getUTCDate()} ${MONTHS[locale][day.getUTCMonth()]} ${day.getUTCFullYear()}`
}

/** Formats `2026-03-08` as `8` and `mart`. */
export function dayAndMonth(locale: Locale, iso: string): [day: string, month: string] {
  const [, month, day] = iso.split('-')
  return [String(Number(day)), MONTHS[locale][Number(month) - 1] ?? '']
}

/** Returns the weekday: `2026-11-20` is `cümə`. */
export const weekday = (locale: Locale, day: string): string => WEEKDAYS[locale][new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''

type Unit = 'minute' | 'hour' | 'day'
const AGO: Record<Locale, Record<Unit | 'now', string | Partial<Record<'one' | 'few' | 'many' | 'other', string>>>> = {
  az: { now: 'indicə', minute: '{n} dəqiqə əvvəl', hour: '{n} saat əvvəl', day: '{n} gün əvvəl' },
  ru: {
    now: 'только что',
    minute: { one: '{n} минуту назад', few: '{n} минуты назад', many: '{n} минут назад' },
    hour: { one: '{n} час назад', few: '{n} часа назад', many: '{n} часов назад' },
    day: { one: '{n} день назад', few: '{n} дня назад', many: '{n} дней назад' },
  },
  en: {
    now: 'just now',
    minute: { one: '{n} minute ago', other: '{n} minutes ago' },
    hour: { one: '{n} hour ago', other: '{n} hours ago' },
    day: { one: '{n} day ago', other: '{n} days ago' },
  },
}

/** Formats the time since `iso`, or the date after a week. */
export function ago(locale: Locale, iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000)
  const say = (unit: Unit, n: number) => {
    const words = AGO[locale][unit]
    const text = typeof words === 'string' ? words : (words[plural(locale, n)] ?? words.other ?? '')
    return text.replace('{n}', String(n))
  }
  if (minutes < 1) return AGO[locale].now as string
  if (minutes < 60) return say('minute', minutes)
  if (minutes < 24 * 60) return say('hour', Math.floor(minutes / 60))
  if (minutes < 7 * 24 * 60) return say('day', Math.floor(minutes / 1440))
  return date(locale, iso)
}

const DAY = 24 * 3600_000

const NEAR: Record<Locale, { today: string; tomorrow: string; yesterday: string }> = {
  az: { today: 'bu gün', tomorrow: 'sabah', yesterday: 'dünən' },
  ru: { today: 'сегодня', tomorrow: 'завтра', yesterday: 'вчера' },
  en: { today: 'today', tomorrow: 'tomorrow', yesterday: 'yesterday' },
}

/** `14:05` */
export const timeOfDay = (iso: string) => new Date(Date.parse(iso) + BAKU_OFFSET).toISOString().slice(11, 16)

/** Formats the day as `bu gün`, `sabah` or `20 noyabr 2026`; the date as well when `now` is null. */
export function day(locale: Locale, iso: string, now: number | null): string {
  if (now === null) return date(locale, iso)
  const is = (offset: number) => today(now + offset) === today(Date.parse(iso))
  if (is(0)) return NEAR[locale].today
  if (is(DAY)) return NEAR[locale].tomorrow
  return is(-DAY) ? NEAR[locale].yesterday : date(locale, iso)
}

/** `bu gün, 14:05` */
export const dayAndTime = (locale: Locale, iso: string, now: number | null) => `${day(locale, iso, now)}, ${timeOfDay(iso)}`

interface TimeWindow {
  from: string
  until: string
}

/** `sabah, 14:00–16:00` */
export const timeWindow = (locale: Locale, { from, until }: TimeWindow, now: number | null) =>
  `${day(locale, from, now)}, ${timeOfDay(from)}–${timeOfDay(until)}`
