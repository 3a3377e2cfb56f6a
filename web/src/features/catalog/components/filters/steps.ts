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
