// Formats numbers and money in the language of the page.

import type { Locale } from './locale'

// The functions do not use `Intl`, because it lacks locale data: Chrome has none for Azerbaijani, and QuickJS, in which the gateway
// renders pages, has none for any language.
const NBSP = '\u00a0'
const COMMA_DECIMAL = { point: ',', group: NBSP }
const POINT_DECIMAL = { point: '.', group: ',' }

let separators = COMMA_DECIMAL

/** Sets the language of all numbers on the page. Call it before the page is rendered. */
export const setNumberLocale = (locale: Locale) => {
  separators = locale === 'en' ? POINT_DECIMAL : COMMA_DECIMAL
}

/** Formats a number with separated thousands: `1 234`, in English `1,234`. */
export function number(value: number): string {
  const [integer = '0', fraction] = String(Math.abs(value)).split('.')
  const grouped = integer.replaceAll(/\B(?=(\d{3})+$)/g, separators.group)
  return `${value < 0 ? '−' : ''}${grouped}${fraction ? separators.point + fraction : ''}`
}

/** Formats an amount in qəpik: 123450 becomes `1 234,50 ₼`, in English `1,234.50 ₼`. */
export function money(qepik: number): string {
  const amount = Math.abs(Math.round(qepik))
  const fraction = String(amount % 100).padStart(2, '0')
  return `${qepik < 0 ? '−' : ''}${number(Math.floor(amount / 100))}${separators.point}${fraction}${NBSP}₼`
}
