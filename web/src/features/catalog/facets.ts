// A facet is a filter that the server offers for a list, with the number of products for each value.

import type { Field } from '~shared/api/types'

/** Facets of every list. The others are fields of its categories. */
const COMMON_FACETS = ['category', 'price', 'discounted', 'in_stock', 'ready_today', 'rating', 'store'] as const
type CommonFacet = (typeof COMMON_FACETS)[number]

const isCommonFacet = (key: string): key is CommonFacet => (COMMON_FACETS as readonly string[]).includes(key)

export const facet = (facets: Field[], key: CommonFacet) => facets.find((facet) => facet.key === key)
export const fieldsOf = (facets: Field[]) => facets.filter(({ key }) => !isCommonFacet(key))

/** How many products would remain if this switch were on. */
export const countOn = (facets: Field[], key: CommonFacet) => countTrue(facet(facets, key)) ?? 0
export const countTrue = (field: Field | undefined) => field?.values.find(({ value }) => value === 'true')?.count
