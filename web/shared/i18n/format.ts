import type { Locale } from './locale'

// Formats without `Intl`: Chrome has no Azerbaijani locale data, QuickJS none at all.
const NBSP = '\u00a0'
const OWN = { point: ',', group: NBSP }
const ENGLISH = { point: '.', group: ',' }

let signs = OWN

/** Sets the language of all numbers. A page has one language; the code that renders it calls this. */
export const writeFiguresIn = (locale: Locale) => {
  signs = locale === 'en' ? ENGLISH : OWN
}

/** Groups thousands: `1 234`, in English `1,234`. */
export function number(value: number): string {
  const [whole = '0', rest] = String(Math.abs(value)).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, signs.group)
  return `${value < 0 ? '−' : ''}${grouped}${rest ? signs.point + rest : ''}`
}

/** Formats 123450 qəpik as `1 234,50 ₼`, in English `1,234.50 ₼`. */
export function money(qepik: number): string {
  const amount = Math.abs(Math.round(qepik))
  const rest = String(amount % 100).padStart(2, '0')
  return `${qepik < 0 ? '−' : ''}${number(Math.floor(amount / 100))}${signs.point}${rest}${NBSP}₼`
}
