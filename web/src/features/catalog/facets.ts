import type { Field } from '~shared/api/types'

// What a list can be narrowed by. Some facets every list has; the rest are fields of its categories.

const OWN = ['category', 'price', 'discounted', 'in_stock', 'ready_today', 'rating', 'store'] as const
type Own = (typeof OWN)[number]

const isOwn = (key: string): key is Own => (OWN as readonly string[]).includes(key)

export const facet = (facets: Field[], key: Own) => facets.find((one) => one.key === key)
export const fieldsOf = (facets: Field[]) => facets.filter(({ key }) => !isOwn(key))

/** How many products a switch would leave; one that would leave none has no facet. */
export const countOn = (facets: Field[], key: Own) => countTrue(facet(facets, key)) ?? 0
export const countTrue = (field: Field | undefined) => field?.values.find(({ value }) => value === 'true')?.count

/** What a value is called; one that the list does not know any more is shown as it stands in the address. */
export const labelOf = (field: Field | undefined, value: string) => field?.values.find((one) => one.value === value)?.label ?? value
