import { number } from '~shared/i18n/format'

/** Formats 150 basis points as `1,5%`. */
export const percent = (basisPoints: number): string => `${number(basisPoints / 100)}%`

/** Returns a time on the last day: an end at midnight belongs to the day before. */
export const lastDay = (endsAt: string): string => new Date(Date.parse(endsAt) - 1000).toISOString()
