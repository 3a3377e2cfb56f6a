// Converts times between requests, which are in UTC, and `datetime-local` form fields, which show Baku time (UTC+4 all year).

const OFFSET = '+04:00'
const OFFSET_MS = 4 * 3600_000

/** Formats an ISO time as a form field shows it: `2026-12-03T20:00` in Baku time. */
export const shownTime = (iso: string) => new Date(Date.parse(iso) + OFFSET_MS).toISOString().slice(0, 16)
/** Converts a time of a form field to an ISO time in UTC. */
export const toApiTime = (typed: string) => new Date(`${typed}:00${OFFSET}`).toISOString()

/** Converts a time of a form field. If it was not changed, returns the saved time with its seconds, which the field does not show. */
export const toApiTimeUnlessSame = (typed: string, saved: string | undefined) =>
  saved && shownTime(saved) === typed ? saved : toApiTime(typed)
