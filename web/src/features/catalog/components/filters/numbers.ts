import { type Bounds, numberIn } from '~/features/catalog/filters'
import { number } from '~shared/i18n/format'

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

// How much of a long list, and how finely a slider, is shown.

/** Few values are shown at once, and a remainder of one or two is not worth a button. */
const FEW = 6
const REMAINDER = 2

/** The first values and, further down, those that are chosen. */
export function folded<T extends { value: string }>(values: T[], isChosen: (value: string) => boolean): T[] {
  if (values.length <= FEW + REMAINDER) return values
  return values.filter(({ value }, index) => index < FEW || isChosen(value))
}

/** A step takes no more than such a part of the value it starts from. */
const FINENESS = 25

/** 1, 2, 5, 10, 20 …: the largest of the steps people count in that is no more than this. */
function stepUpTo(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return ([5, 2].find((digit) => digit * power <= most) ?? 1) * power
}

/** Where the thumbs of a slider may stop: every manat while it is about a few, every fifty when it is about thousands. */
export function stopsOf(min: number, max: number): number[] {
  const stops = [Math.floor(min)]
  for (let last = Math.floor(min); last < max; stops.push(last)) {
    const step = stepUpTo(last / FINENESS)
    last = (Math.floor(last / step) + 1) * step
  }
  return stops
}
