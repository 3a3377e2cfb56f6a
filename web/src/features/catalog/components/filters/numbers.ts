import { type Bounds, numberIn } from '../../filters'

// Numbers as people set them, and as the address has them.

/** `1 200,50`, with a comma or a point. */
export const toNumber = (typed: string) => numberIn(typed.replace(/\s/g, '').replace(',', '.'))

const QEPIK = 100
/** Manats to the qəpik of the address; what is finer than one is rounded. */
export const toQepik = (manats: number | undefined) => (manats === undefined ? undefined : Math.round(manats * QEPIK))
export const toManats = (qepik: number | undefined) => (qepik === undefined ? undefined : qepik / QEPIK)

/** Typed the wrong way round, they are meant the right way round. */
export const inOrder = ({ low, high }: Bounds): Bounds =>
  low !== undefined && high !== undefined && low > high ? { low: high, high: low } : { low, high }

export const areSame = (a: Bounds, b: Bounds) => a.low === b.low && a.high === b.high
