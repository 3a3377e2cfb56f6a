// Dates and times in Baku. Separate from `format.ts` because the home page, whose size is limited, needs no dates.

import type { Locale } from './locale'
import { plural } from './context'

/** Baku has no daylight saving time. */
const BAKU_OFFSET_MS = 4 * 3600_000

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

/** Formats the day of a time as `2026-11-20`. */
export const bakuDate = (time: number) => new Date(time + BAKU_OFFSET_MS).toISOString().slice(0, 10)

export const months = (locale: Locale) => MONTHS[locale]

/** Formats a time as `20 noyabr 2026`. */
export function date(locale: Locale, iso: string): string {
  const day = new Date(Date.parse(iso) + BAKU_OFFSET_MS)
  return `${day.getUTCDate()} ${MONTHS[locale][day.getUTCMonth()]} ${day.getUTCFullYear()}`
}

/** Formats `2026-03-08` as `8` and `mart`. */
export function dayAndMonth(locale: Locale, iso: string): [day: string, month: string] {
  const [, month, day] = iso.split('-')
  return [String(Number(day)), MONTHS[locale][Number(month) - 1] ?? '']
}

/** Formats `2026-11-20` as `cümə`. */
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

export function ago(locale: Locale, iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000)
  const format = (unit: Unit, n: number) => {
    const forms = AGO[locale][unit]
    const text = typeof forms === 'string' ? forms : (forms[plural(locale, n)] ?? forms.other ?? '')
    return text.replace('{n}', String(n))
  }
  if (minutes < 1) return AGO[locale].now as string
  if (minutes < 60) return format('minute', minutes)
  if (minutes < 24 * 60) return format('hour', Math.floor(minutes / 60))
  if (minutes < 7 * 24 * 60) return format('day', Math.floor(minutes / (24 * 60)))
  return date(locale, iso)
}

const DAY_MS = 24 * 3600_000

const RELATIVE_DAYS: Record<Locale, { today: string; tomorrow: string; yesterday: string }> = {
  az: { today: 'bu gün', tomorrow: 'sabah', yesterday: 'dünən' },
  ru: { today: 'сегодня', tomorrow: 'завтра', yesterday: 'вчера' },
  en: { today: 'today', tomorrow: 'tomorrow', yesterday: 'yesterday' },
}

/** Formats a time as `14:05`. */
export const timeOfDay = (iso: string) => new Date(Date.parse(iso) + BAKU_OFFSET_MS).toISOString().slice(11, 16)

/** Formats a time as `dünən`, `bu gün`, `sabah` or `20 noyabr 2026`. Without `now`, as on the server, always as the date. */
export function day(locale: Locale, iso: string, now: number | null): string {
  if (now === null) return date(locale, iso)
  const isDayAt = (offset: number) => bakuDate(now + offset) === bakuDate(Date.parse(iso))
  if (isDayAt(0)) return RELATIVE_DAYS[locale].today
  if (isDayAt(DAY_MS)) return RELATIVE_DAYS[locale].tomorrow
  return isDayAt(-DAY_MS) ? RELATIVE_DAYS[locale].yesterday : date(locale, iso)
}

/** Formats a time as `bu gün, 14:05`. */
export const dayAndTime = (locale: Locale, iso: string, now: number | null) => `${day(locale, iso, now)}, ${timeOfDay(iso)}`

interface TimeWindow {
  from: string
  until: string
}

/** Formats two times as `sabah, 14:00–16:00`. */
export const timeWindow = (locale: Locale, { from, until }: TimeWindow, now: number | null) =>
  `${day(locale, from, now)}, ${timeOfDay(from)}–${timeOfDay(until)}`
