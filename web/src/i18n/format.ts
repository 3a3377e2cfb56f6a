// Chrome has no Azerbaijani locale data, so `Intl` is of no use here; QuickJS has none at all.
const NBSP = '\u00a0'

/** Groups of three, from five digits on or always: `1 234`. */
export function number(value: number): string {
  const [whole = '0', rest] = String(Math.abs(value)).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, NBSP)
  return `${value < 0 ? '−' : ''}${grouped}${rest ? `,${rest}` : ''}`
}

/** 123450 qəpik is `1 234,50 ₼`, in every language of the shop. */
export function money(qepik: number): string {
  const amount = Math.abs(Math.round(qepik))
  const rest = String(amount % 100).padStart(2, '0')
  return `${qepik < 0 ? '−' : ''}${number(Math.floor(amount / 100))},${rest}${NBSP}₼`
}
