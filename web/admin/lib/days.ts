// Days in Baku (UTC+4 all year) as texts: `2026-12-03`.

const DAY_MS = 24 * 3600_000
const OFFSET = '+04:00'
/** While a user types a year, a date field has values such as 0002. */
const FIRST_YEAR = '2000'

/** Accepts existing days (not 31 February) of a year that is typed completely. */
export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= FIRST_YEAR && isInCalendar(text)

function isInCalendar(text: string) {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

export const addDays = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The first moment of a day in Baku, as an ISO time in UTC. */
export const dayStart = (day: string) => new Date(`${day}T00:00:00${OFFSET}`).toISOString()
/** The first moment after a day. */
export const dayEnd = (day: string) => dayStart(addDays(day, 1))
