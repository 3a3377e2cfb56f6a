import type { Campaign } from '~shared/api/types'
import { dayAndMonth, timeOfDay, today } from '~shared/i18n/dates'
import type { Locale } from '~shared/i18n/locale'
import type { Translate } from '~shared/i18n/translate'

const MINUTE = 60_000
const MIDNIGHT = '00:00'

const named = (locale: Locale, time: number) => dayAndMonth(locale, today(time)).join(' ')

/**
 * When a campaign begins or ends, as one would say it. One that ends at midnight ends with the day before: "until 3 December" has all of
 * that day in it.
 */
export function periodText(
  t: Translate,
  locale: Locale,
  { status, startsAt, endsAt }: Pick<Campaign, 'status' | 'startsAt' | 'endsAt'>,
): string {
  if (status === 'planned') {
    const values = { date: named(locale, Date.parse(startsAt)), time: timeOfDay(startsAt) }
    return values.time === MIDNIGHT ? t('stores.campaign.from', values) : t('stores.campaign.fromTime', values)
  }
  const time = timeOfDay(endsAt)
  return time === MIDNIGHT
    ? t('stores.campaign.until', { date: named(locale, Date.parse(endsAt) - MINUTE) })
    : t('stores.campaign.untilTime', { date: named(locale, Date.parse(endsAt)), time })
}

/** The point of the picture that is shown however it is cropped, as CSS has it. */
export const focusOf = ({ focusX, focusY }: Pick<Campaign, 'focusX' | 'focusY'>) => `${focusX}% ${focusY}%`
