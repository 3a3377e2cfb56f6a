import { number } from '~/i18n/format'

/** 150 basis points are `1,5%`. */
export const percent = (basisPoints: number): string => `${number(basisPoints / 100)}%`

/** Bonuses expire at midnight: the last day on which they can be spent is the day before. */
export const lastDay = (expiresAt: string): string => new Date(Date.parse(expiresAt) - 1000).toISOString()
