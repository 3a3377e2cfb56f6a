import type { Schemas } from '~shared/api/types'

type Hours = Schemas['OpeningHours']

/** When the shop opens and closes on a day; both empty when it stays shut. */
export interface Day {
  opens: string
  closes: string
}

const SHUT: Day = { opens: '', closes: '' }
const DAYS = [1, 2, 3, 4, 5, 6, 7]

/** Seven days, Monday first: that is how hours are thought of. */
export const weekOf = (hours: Hours[]): Day[] =>
  DAYS.map((day) => {
    const open = hours.find(({ fromDay, untilDay }) => fromDay <= day && day <= untilDay)
    return open ? { opens: open.opens, closes: open.closes } : SHUT
  })

/** Days that follow each other with the same hours are said in one line. */
export function hoursOf(week: Day[]): Hours[] {
  const lines: Hours[] = []
  for (const [index, { opens, closes }] of week.entries()) {
    const day = index + 1
    const last = lines.at(-1)
    if (opens === '') continue
    if (last?.untilDay === day - 1 && last.opens === opens && last.closes === closes) last.untilDay = day
    else lines.push({ fromDay: day, untilDay: day, opens, closes })
  }
  return lines
}

/** Shut all day, or closed after it was opened. */
export const isSane = ({ opens, closes }: Day) => (opens === '' ? closes === '' : opens < closes)
