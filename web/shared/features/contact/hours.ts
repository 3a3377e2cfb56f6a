// Formats the weekdays of opening hours.

import type { ContactInfo } from '~shared/api/types'
import { weekday } from '~shared/i18n/dates'
import type { Locale } from '~shared/i18n/locale'

type Hours = ContactInfo['hours'][number]

/** Returns the name of a weekday. Day 1 is Monday; 1 January 2024 was a Monday, so its day of the month equals the weekday's number. */
const dayName = (locale: Locale, day: number) => weekday(locale, `2024-01-0${day}`)
const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Formats a range of weekdays, from 1 (Monday) to 7 (Sunday): `Bazar ertəsi – cümə`. */
export function daysText(locale: Locale, { fromDay, untilDay }: Pick<Hours, 'fromDay' | 'untilDay'>): string {
  const [first, last] = [dayName(locale, fromDay), dayName(locale, untilDay)]
  return capitalise(fromDay === untilDay ? first : `${first} – ${last}`)
}
