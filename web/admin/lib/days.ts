// Days in Baku, which is four hours ahead of UTC all year: `2026-12-03`.

const DAY_MS = 24 * 3600_000
const OFFSET = '+04:00'
/** Dates that are being typed begin with a year such as 0002. */
const FIRST_YEAR = '2000'

/** Whether the text is a day of this calendar: not 31 February, and not in a year that is half typed. */
export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= FIRST_YEAR && isInCalendar(text)

function isInCalendar(text: string) {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

export const addDays = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

export const dayStart = (day: string) => new Date(`${day}T00:00:00${OFFSET}`).toISOString()
/** The end of a day, exclusive. */
export const dayEnd = (day: string) => dayStart(addDays(day, 1))
