import type { ContactInfo } from '~shared/api/types'
import { weekday } from '~shared/i18n/dates'
import type { Locale } from '~shared/i18n/locale'

type Hours = ContactInfo['hours'][number]

/** Day 1 is Monday, as was 1 January 2024. */
const dayName = (locale: Locale, day: number) => weekday(locale, `2024-01-0${day}`)
const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Formats a range of weekdays as `Bazar ertəsi – cümə`. */
export function daysText(locale: Locale, { fromDay, untilDay }: Pick<Hours, 'fromDay' | 'untilDay'>): string {
  const [first, last] = [dayName(locale, fromDay), dayName(locale, untilDay)]
  return capitalise(fromDay === untilDay ? first : `${first} – ${last}`)
}
