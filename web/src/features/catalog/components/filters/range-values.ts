// Numbers of the filters. Amounts are in manats on the page and in qəpik, a hundredth, in the address.

import { type Bounds, numberIn } from '~/features/catalog/filters'
import { number } from '~shared/i18n/format'

/** `1200`, `1200,50`, `1200.50` or `,5`. */
const PLAIN = /^(?:\d+[.,]?\d*|[.,]\d+)$/
/** `1 200,50`. */
const SPACED = /^[1-9]\d{0,2}(?:\s\d{3})+(?:[.,]\d*)?$/
/** `1,200.50`. */
const COMMA_GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/
/** `1.200,50`. */
const POINT_GROUPED = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/
/** `1,200` and `1.200`. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/

/** Returns undefined for other formats. `1,200` and `1.200` can mean 1200 or 1.2 and are refused, except for the comma on English pages. */
export function toNumber(typed: string): number | undefined {
  const text = typed.trim()
  const isCommaGrouped = COMMA_GROUPED.test(text)
  if (AMBIGUOUS.test(text) && !(isCommaGrouped && groupsByComma())) return undefined
  if (isCommaGrouped) return numberIn(text.replaceAll(',', ''))
  if (POINT_GROUPED.test(text)) return numberIn(text.replaceAll('.', '').replace(',', '.'))
  if (SPACED.test(text)) return numberIn(text.replace(/\s/g, '').replace(',', '.'))
  return PLAIN.test(text) ? numberIn(text.replace(',', '.')) : undefined
}

/** Whether the page's language groups thousands by commas. */
const groupsByComma = () => number(1000).includes(',')

const QEPIK_PER_MANAT = 100
/** Returns undefined for fractions of a qəpik. */
export function toQepik(manats: number | undefined): number | undefined {
  if (manats === undefined) return undefined
  const qepik = Math.round(manats * QEPIK_PER_MANAT)
  return qepik / QEPIK_PER_MANAT === manats ? qepik : undefined
}
export const toManats = (qepik: number | undefined) => (qepik === undefined ? undefined : qepik / QEPIK_PER_MANAT)

export const ordered = ({ low, high }: Bounds): Bounds =>
  low !== undefined && high !== undefined && low > high ? { low: high, high: low } : { low, high }

export const areSame = (a: Bounds, b: Bounds) => a.low === b.low && a.high === b.high

const SHOWN_VALUES = 6
/** A button for only one or two more values is not worth it. */
const TOLERANCE = 2

/** Chosen values further down follow the first ones. */
export function visibleValues<T extends { value: string }>(values: T[], isChosen: (value: string) => boolean): T[] {
  if (values.length <= SHOWN_VALUES + TOLERANCE) return values
  return values.filter(({ value }, index) => index < SHOWN_VALUES || isChosen(value))
}

/** A step changes the price by at most 4 %, but by at least one manat. */
const MIN_PRICE_TO_STEP_RATIO = 25

/** Returns the largest of 1, 2, 5, 10, 20 … that is at most `max`. */
function roundStepUpTo(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, max)))
  return ([5, 2].find((digit) => digit * power <= max) ?? 1) * power
}

/** The prices in manats at which a thumb stops: every manat for small prices, every fifty for thousands. */
export function sliderStops(min: number, max: number): number[] {
  const stops = [Math.floor(min)]
  for (let last = Math.floor(min); last < max; stops.push(last)) {
    const step = roundStepUpTo(last / MIN_PRICE_TO_STEP_RATIO)
    last = (Math.floor(last / step) + 1) * step
  }
  return stops
}
