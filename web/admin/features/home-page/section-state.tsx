// Says of a section whether it shows now, whether its categories exist, and in which languages texts are missing.
import clsx from 'clsx'
import { toApiTime } from '~admin/lib/baku-time'
import { MissingLanguages } from '~admin/ui/missing-languages'
import { type Translate, useI18n } from '~shared/i18n/context'
import { bakuDate, date, dayAndMonth, timeOfDay } from '~shared/i18n/dates'
import type { Locale } from '~shared/i18n/locale'
import { useNow } from '~shared/lib/clock'
import { commonText } from './labels'
import { useMissingCategories } from './missing-category'
import { type SectionState, stateOf } from './schedule'
import type { SectionValues } from './values'

/** Formats a typed time as `20 noyabr 2026, 14:05`. */
function timeText(locale: Locale, typed: string) {
  if (!typed) return ''
  const iso = toApiTime(typed)
  return `${date(locale, iso)}, ${timeOfDay(iso)}`
}

/** Formats a typed time as `20 dekabr`, with the time of day unless it is midnight. */
function yearlyTime(locale: Locale, typed: string) {
  const [day = '', time] = typed.split('T')
  const text = dayAndMonth(locale, day).join(' ')
  return time === '00:00' ? text : `${text}, ${time}`
}

/** The end is not included, so a period until midnight ends with the day before. */
function yearlyEnd(locale: Locale, typed: string) {
  if (!typed.endsWith('T00:00')) return yearlyTime(locale, typed)
  return yearlyTime(locale, `${bakuDate(Date.parse(toApiTime(typed)) - 1)}T00:00`)
}

function stateText(t: Translate, locale: Locale, state: SectionState, { from, until }: SectionValues): string {
  switch (state) {
    case 'later':
      return t('adminHome.state.later', { time: timeText(locale, from) })
    case 'until':
    case 'over':
      return t(`adminHome.state.${state}`, { time: timeText(locale, until) })
    case 'yearly':
    case 'yearlyNow':
      return t(`adminHome.state.${state}`, { from: yearlyTime(locale, from), until: yearlyEnd(locale, until) })
    default:
      return t(`adminHome.state.${state}`)
  }
}

const SHOWN: SectionState[] = ['shown', 'until', 'yearlyNow']

export function SectionState({ section }: { section: SectionValues }) {
  const { t, locale } = useI18n()
  const now = useNow() ?? 0
  const { isMissingIn } = useMissingCategories()
  const state = stateOf(section, now)
  return (
    <>
      <span
        className={clsx(
          'rounded-full px-2.5 py-0.5 text-sm font-semibold',
          SHOWN.includes(state) ? 'bg-good-soft text-good' : state === 'unfinished' ? 'bg-warn-soft text-warn' : 'bg-sunken text-muted',
        )}
      >
        {stateText(t, locale, state, section)}
      </span>{' '}
      {isMissingIn(section) && (
        <span className="rounded-full bg-warn-soft px-2.5 py-0.5 text-sm font-semibold text-warn">{t('adminHome.missing.badge')}</span>
      )}{' '}
      <MissingLanguages text={commonText(section)} />
    </>
  )
}
