import { number } from '~shared/i18n/format'
import { type Bounds, numberIn } from '../../filters'

// Numbers as people set them, and as the address has them.

const COMMA_OF_THOUSANDS = /,(?=\d{3}(?:\D|$))/g

/** `1 200,50`, with a comma or a point; in English a comma may part thousands. */
export function toNumber(typed: string) {
  const dense = typed.replace(/\s/g, '')
  const hasCommas = number(1000).includes(',')
  return numberIn((hasCommas ? dense.replace(COMMA_OF_THOUSANDS, '') : dense).replace(',', '.'))
}

const QEPIK = 100
/** Manats to the qəpik of the address; what is finer than one is rounded. */
export const toQepik = (manats: number | undefined) => (manats === undefined ? undefined : Math.round(manats * QEPIK))
export const toManats = (qepik: number | undefined) => (qepik === undefined ? undefined : qepik / QEPIK)

/** Typed the wrong way round, they are meant the right way round. */
export const inOrder = ({ low, high }: Bounds): Bounds =>
  low !== undefined && high !== undefined && low > high ? { low: high, high: low } : { low, high }

export const areSame = (a: Bounds, b: Bounds) => a.low === b.low && a.high === b.high
