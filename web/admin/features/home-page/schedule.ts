// When a section of the home page shows. The shop applies the same rules.
import { shownTime, toApiTime } from '~admin/lib/baku-time'
import type { SectionValues } from './values'

export type SectionState = 'hidden' | 'shown' | 'later' | 'until' | 'over' | 'yearly' | 'yearlyNow' | 'unfinished'

type Schedule = Pick<SectionValues, 'isHidden' | 'isScheduled' | 'from' | 'until' | 'isYearly'>

/** `2026-12-20T10:00` without its year. */
const withoutYear = (time: string) => time.slice('2026-'.length)

/** Times are as in form fields. The server decides in the same way. */
export function isInYearlyPeriod(time: string, from: string, until: string): boolean {
  const [start, end, now] = [withoutYear(from), withoutYear(until), withoutYear(time)]
  const turnsOfYear = Number(until.slice(0, 4)) - Number(from.slice(0, 4))
  // The period lasts a year or longer, so it has no gap before it repeats.
  if (turnsOfYear > 1 || (turnsOfYear === 1 && end >= start)) return true
  // A period whose end comes before its start in the year contains New Year.
  return start < end ? start <= now && now < end : start <= now || now < end
}

/** Times are as in form fields, which compare as texts. A period with an invalid time is unfinished. */
export function stateOf({ isHidden, isScheduled, from, until, isYearly }: Schedule, nowMs: number): SectionState {
  if (isHidden) return 'hidden'
  if (!isScheduled) return 'shown'
  if ([from, until].some((time) => time !== '' && !isTime(time))) return 'unfinished'
  const now = shownTime(new Date(nowMs).toISOString())
  if (isYearly) {
    if (!from || !until) return 'unfinished'
    return isInYearlyPeriod(now, from, until) ? 'yearlyNow' : 'yearly'
  }
  if (!from && !until) return 'unfinished'
  if (until && until <= now) return 'over'
  if (from && now < from) return 'later'
  return until ? 'until' : 'shown'
}

/** The latest time that the inputs accept. Browsers accept years of six digits unless an input has a maximum. */
export const MAX_TIME = '9999-12-31T23:59'

/** Whether the text is a time with a year of four digits, which requests can contain. */
export const isTime = (typed: string) => /^\d{4}-/.test(typed) && !Number.isNaN(Date.parse(`${typed}:00Z`))

const YEAR_MS = 366 * 24 * 3600_000

/** Whether two typed times are at most a year apart. */
export const isWithinYear = (from: string, until: string) => Date.parse(toApiTime(until)) - Date.parse(toApiTime(from)) <= YEAR_MS
