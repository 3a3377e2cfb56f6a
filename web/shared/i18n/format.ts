import type { Locale } from './locale'

// Chrome has no Azerbaijani locale data, so `Intl` is of no use here; QuickJS has none at all.
const NBSP = '\u00a0'
const OWN = { point: ',', group: NBSP }
const ENGLISH = { point: '.', group: ',' }

let signs = OWN

/** A page is in one language from its first figure to its last: what renders it says which. */
export const writeFiguresIn = (locale: Locale) => {
  signs = locale === 'en' ? ENGLISH : OWN
}

/** Groups of three: `1 234`, in English `1,234`. */
export function number(value: number): string {
  const [whole = '0', rest] = String(Math.abs(value)).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, signs.group)
  return `${value < 0 ? '−' : ''}${grouped}${rest ? signs.point + rest : ''}`
}

/** 123450 qəpik is `1 234,50 ₼`, in English `1,234.50 ₼`. */
export function money(qepik: number): string {
  const amount = Math.abs(Math.round(qepik))
  const rest = String(amount % 100).padStart(2, '0')
  return `${qepik < 0 ? '−' : ''}${number(Math.floor(amount / 100))}${signs.point}${rest}${NBSP}₼`
}
