import type { Locale } from './locale'

export type Form = 'one' | 'few' | 'many' | 'other'

/** The CLDR cardinal rules of the three languages for whole numbers. */
export function plural(locale: Locale, n: number): Form {
  if (locale !== 'ru') return n === 1 ? 'one' : 'other'
  const [tens, ones] = [n % 100, n % 10]
  if (ones === 1 && tens !== 11) return 'one'
  if (ones >= 2 && ones <= 4 && (tens < 12 || tens > 14)) return 'few'
  return 'many'
}
