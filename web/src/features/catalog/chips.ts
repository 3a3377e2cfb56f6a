import type { Category, Field } from '~shared/api/types'
import { money, number } from '~shared/i18n/format'
import type { Translate } from '~shared/i18n/translate'
import { facet, fieldsOf, labelOf } from './facets'
import { type Bounds, chosenValues, pricesIn, rangeIn, withParam, withPrices, withRange, withToggled } from './filters'
import { type Listing, isFilterOf } from './listing'
import { findCategory } from '~shared/features/catalog/queries'

/** One thing that was chosen, and the address without it. */
export interface Chip {
  label: string
  without: URLSearchParams
}

interface Chosen {
  t: Translate
  listing: Listing
  search: URLSearchParams
  facets: Field[]
  tree: Category[]
}

function between(t: Translate, { low, high }: Bounds, shown: (value: number) => string): string | undefined {
  if (low !== undefined && high !== undefined) return `${shown(low)} – ${shown(high)}`
  if (low !== undefined) return t('catalog.filters.atLeast', { price: shown(low) })
  return high === undefined ? undefined : t('catalog.filters.atMost', { price: shown(high) })
}

/** Everything that narrows the list, in the order of the filters. */
export function chipsOf({ t, listing, search, facets, tree }: Chosen): Chip[] {
  const isFilter = isFilterOf(listing)
  const chips: Chip[] = []
  const add = (label: string | undefined, without: URLSearchParams) => label !== undefined && chips.push({ label, without })
  const one = (name: string, label: (value: string) => string) => {
    const value = search.get(name)
    if (value && isFilter(name)) add(label(value), withParam(search, name, undefined))
  }

  one('category', (slug) => findCategory(tree, slug)?.name ?? labelOf(facet(facets, 'category'), slug))
  add(between(t, pricesIn(search), money), withPrices(search, {}))
  one('discounted', () => t('catalog.filters.discounted'))
  one('inStock', () => t('catalog.filters.inStock'))
  one('readyToday', () => t('catalog.filters.readyToday'))
  for (const field of fieldsOf(facets)) {
    const { key, name, type, unit } = field
    if (type === 'range') {
      const label = between(t, rangeIn(search, key), (value) => number(value) + (unit ? ` ${unit}` : ''))
      add(label && `${name}: ${label}`, withRange(search, key, {}))
    } else
      for (const value of chosenValues(search, key)) add(type === 'toggle' ? name : labelOf(field, value), withToggled(search, key, value))
  }
  one('rating', (value) => t('catalog.filters.rated', { value }))
  one('store', (slug) => labelOf(facet(facets, 'store'), slug))
  return chips
}
