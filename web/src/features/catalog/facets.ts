import type { Field } from '~/api/types'

// What a list can be narrowed by. Some facets every list has; the rest are fields of its categories.

const OWN = ['category', 'price', 'discounted', 'in_stock', 'rating', 'store'] as const
type Own = (typeof OWN)[number]

const isOwn = (key: string): key is Own => (OWN as readonly string[]).includes(key)

export const facet = (facets: Field[], key: Own) => facets.find((one) => one.key === key)
export const fieldsOf = (facets: Field[]) => facets.filter(({ key }) => !isOwn(key))

/** How many products a switch would leave. */
export const countOn = (facets: Field[], key: Own) => facet(facets, key)?.values.find(({ value }) => value === 'true')?.count

/** What a value is called; one that the list does not know any more is shown as it stands in the address. */
export const labelOf = (field: Field | undefined, value: string) => field?.values.find((one) => one.value === value)?.label ?? value

/** Few values are shown at once, and a remainder of one or two is not worth a button. */
const FEW = 6
const REMAINDER = 2

/** The first values and, further down, those that are chosen. */
export function folded<T extends { value: string }>(values: T[], isChosen: (value: string) => boolean): T[] {
  if (values.length <= FEW + REMAINDER) return values
  return values.filter(({ value }, index) => index < FEW || isChosen(value))
}

const STEPS = 200

/** A step that people would count in (1, 2, 5, 10, 20 …), so that a slider has no more than some two hundred places. */
export function stepFor(span: number): number {
  const least = Math.max(1, span / STEPS)
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((digit) => digit * power >= least) ?? 10) * power
}
