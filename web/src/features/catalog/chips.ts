// The chips above a product list: one for each chosen filter.

import type { Category, Field } from '~shared/api/types'
import { findCategory } from '~shared/features/catalog/queries'
import type { Translate } from '~shared/i18n/context'
import { money, number } from '~shared/i18n/format'
import { facet, fieldsOf } from './facets'
import { type Bounds, chosenValues, pricesIn, rangeIn, withParam, withPrices, withRange, withToggled } from './filters'
import { isFilterOf, type Listing } from './listing'

/** A chosen filter. Its link leads to the address without it. */
export interface Chip {
  label: string
  without: URLSearchParams
}

interface ChipsInput {
  t: Translate
  listing: Listing
  search: URLSearchParams
  facets: Field[]
  tree: Category[]
}

/** The chips of all chosen filters, in the order of the filter form. */
export function chipsOf({ t, listing, search, facets, tree }: ChipsInput): Chip[] {
  const isFilter = isFilterOf(listing)
  /** Returns the chip of a parameter with one value, if it is chosen and the page does not fix it. */
  const singleChip = (name: string, labelOf: (value: string) => string): Chip[] => {
    const value = search.get(name)
    return value && isFilter(name) ? [{ label: labelOf(value), without: withParam(search, name, undefined) }] : []
  }
  const prices = rangeText(t, pricesIn(search), money)

  return [
    ...singleChip('category', (slug) => findCategory(tree, slug)?.name ?? valueLabel(facet(facets, 'category'), slug)),
    ...(prices === undefined ? [] : [{ label: prices, without: withPrices(search, {}) }]),
    ...singleChip('discounted', () => t('catalog.filters.discounted')),
    ...singleChip('inStock', () => t('catalog.filters.inStock')),
    ...singleChip('readyToday', () => t('catalog.filters.readyToday')),
    ...fieldsOf(facets).flatMap((field) => (field.type === 'range' ? rangeChips(t, search, field) : valueChips(search, field))),
    ...singleChip('rating', (value) => t('catalog.filters.rated', { value })),
    ...singleChip('store', (slug) => valueLabel(facet(facets, 'store'), slug)),
  ]
}

function rangeChips(t: Translate, search: URLSearchParams, { key, name, unit }: Field): Chip[] {
  const withUnit = (value: number) => number(value) + (unit ? ` ${unit}` : '')
  const range = rangeText(t, rangeIn(search, key), withUnit)
  return range === undefined ? [] : [{ label: `${name}: ${range}`, without: withRange(search, key, {}) }]
}

const valueChips = (search: URLSearchParams, field: Field): Chip[] =>
  chosenValues(search, field.key).map((value) => ({
    label: field.type === 'toggle' ? field.name : valueLabel(field, value),
    without: withToggled(search, field.key, value),
  }))

/** An unknown value is its own label. */
const valueLabel = (field: Field | undefined, value: string) => field?.values.find((candidate) => candidate.value === value)?.label ?? value

/** Returns undefined if both sides are open. */
function rangeText(t: Translate, { low, high }: Bounds, shown: (value: number) => string): string | undefined {
  if (low !== undefined && high !== undefined) return `${shown(low)} – ${shown(high)}`
  if (low !== undefined) return t('catalog.filters.atLeast', { price: shown(low) })
  return high === undefined ? undefined : t('catalog.filters.atMost', { price: shown(high) })
}
