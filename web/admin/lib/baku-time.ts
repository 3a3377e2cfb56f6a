// Converts times between requests, which are in UTC, and `datetime-local` form fields, which show Baku time (UTC+4 all year).

const OFFSET = '+04:00'
const OFFSET_MS = 4 * 3600_000

/** Returns for example `2026-12-03T20:00`. */
export const shownTime = (iso: string) => new Date(Date.parse(iso) + OFFSET_MS).toISOString().slice(0, 16)
export const toApiTime = (typed: string) => new Date(`${typed}:00${OFFSET}`).toISOString()

/** Returns the saved time if the field was not changed, because the field does not show seconds. */
export const toApiTimeUnlessSame = (typed: string, saved: string | undefined) =>
  saved && shownTime(saved) === typed ? saved : toApiTime(typed)
