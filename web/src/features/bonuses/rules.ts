// Formats the rates and dates of bonuses.

import { number } from '~shared/i18n/format'

/** Formats 150 basis points as `1,5%`. */
export const percent = (basisPoints: number): string => `${number(basisPoints / 100)}%`

/** Returns a time on the last valid day. Bonuses that end at midnight are valid until the day before, so the time is a second earlier. */
export const lastDay = (endsAt: string): string => new Date(Date.parse(endsAt) - 1000).toISOString()
