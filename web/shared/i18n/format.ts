// Formats numbers without `Intl`: Chrome has no data for Azerbaijani, and the gateway's QuickJS has none at all.

import type { Locale } from './locale'

const NBSP = '\u00a0'
const COMMA_DECIMAL = { point: ',', group: NBSP }
const POINT_DECIMAL = { point: '.', group: ',' }

let separators = COMMA_DECIMAL

/** Must be called before the page is rendered. */
export const setNumberLocale = (locale: Locale) => {
  separators = locale === 'en' ? POINT_DECIMAL : COMMA_DECIMAL
}

/** Formats 1234 as `1 234`, in English `1,234`. */
export function number(value: number): string {
  const [integer = '0', fraction] = String(Math.abs(value)).split('.')
  const grouped = integer.replaceAll(/\B(?=(\d{3})+$)/g, separators.group)
  return `${value < 0 ? '−' : ''}${grouped}${fraction ? separators.point + fraction : ''}`
}

/** Formats 123450 as `1 234,50 ₼`, in English `1,234.50 ₼`. */
export function money(qepik: number): string {
  const amount = Math.abs(Math.round(qepik))
  const fraction = String(amount % 100).padStart(2, '0')
  return `${qepik < 0 ? '−' : ''}${number(Math.floor(amount / 100))}${separators.point}${fraction}${NBSP}₼`
}
