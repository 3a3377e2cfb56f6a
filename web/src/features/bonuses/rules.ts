import { number } from '~shared/i18n/format'

/** 150 basis points are `1,5%`. */
export const percent = (basisPoints: number): string => `${number(basisPoints / 100)}%`

/** Bonuses that end at midnight are last valid on the day before. */
export const lastDay = (endsAt: string): string => new Date(Date.parse(endsAt) - 1000).toISOString()
