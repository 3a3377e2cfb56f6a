// Converts times for form fields, which show Baku time; requests carry the UTC offset.

const OFFSET = '+04:00'
const OFFSET_MS = 4 * 3600_000

/** Formats a time as `2026-12-03T20:00` in Baku time. */
export const shownTime = (iso: string) => new Date(Date.parse(iso) + OFFSET_MS).toISOString().slice(0, 16)
export const toApiTime = (typed: string) => new Date(`${typed}:00${OFFSET}`).toISOString()

/** Converts a typed time. An unchanged one keeps its seconds, which the field does not show. */
export const toApiTimeUnlessSame = (typed: string, saved: string | undefined) =>
  saved && shownTime(saved) === typed ? saved : toApiTime(typed)
