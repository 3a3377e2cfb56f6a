// Times as fields of forms hold them: typed and shown as a clock in Baku shows them, sent with their offset.

const OFFSET = '+04:00'
const OFFSET_MS = 4 * 3600_000

/** `2026-12-03T20:00` as a clock in Baku shows it. */
export const shownTime = (iso: string) => new Date(Date.parse(iso) + OFFSET_MS).toISOString().slice(0, 16)
export const sentTime = (typed: string) => new Date(`${typed}:00${OFFSET}`).toISOString()
