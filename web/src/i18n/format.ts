import type { Locale } from './locale'
import { plural } from './plural'

// Chrome has no Azerbaijani locale data, so `Intl` is of no use here; QuickJS has none at all.
const NBSP = '\u00a0'
const BAKU_OFFSET = 4 * 3600_000

/** Groups of three, from five digits on or always: `1 234`. */
export function number(value: number): string {
  const [whole = '0', rest] = String(Math.abs(value)).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, NBSP)
  return `${value < 0 ? '−' : ''}${grouped}${rest ? `,${rest}` : ''}`
}

/** 123450 qəpik is `1 234,50 ₼`, in every language of the shop. */
export function money(qepik: number): string {
  const amount = Math.abs(Math.round(qepik))
  const rest = String(amount % 100).padStart(2, '0')
  return `${qepik < 0 ? '−' : ''}${number(Math.floor(amount / 100))},${rest}${NBSP}₼`
}

const MONTHS: Record<Locale, string[]> = {
  az: 'yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr'.split(' '),
  ru: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
}

/** A day as people in Baku call it: `20 noyabr 2026`. */
export function date(locale: Locale, iso: string): string {
  const day = new Date(Date.parse(iso) + BAKU_OFFSET)
  return `${day.getUTCDate()} ${MONTHS[locale][day.getUTCMonth()]} ${day.getUTCFullYear()}`
}

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

/** How long ago, up to a week; the day itself after that. */
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
