import { expect, it } from 'vitest'
import { roots } from '~mock/catalogue'
import { t } from '~mock/in-shop'
import type { Field } from '~shared/api/types'
import { chipsOf } from './filters'
import { collectionListings, searchListing } from './listing'

const FACETS: Field[] = [
  { key: 'store', name: 'Mağaza', type: 'choice', values: [{ value: 'gul-evi', label: 'Gül evi', count: 3 }] },
  { key: 'color', name: 'Rəng', type: 'choice', values: [{ value: 'red', label: 'Qırmızı', count: 2 }] },
  { key: 'height', name: 'Hündürlük', type: 'range', values: [], min: 10, max: 90, unit: 'sm' },
  { key: 'wrapped', name: 'Qablaşdırılıb', type: 'toggle', values: [{ value: 'true', label: '', count: 1 }] },
]
const tree = roots('az')
const chips = (address: string, listing = searchListing('gül')) =>
  chipsOf({ t, listing, tree, facets: FACETS, search: new URLSearchParams(address) })
const labels = (address: string) => chips(address).map(({ label }) => label.replaceAll('\u00a0', ' '))

it('names everything that narrows a list, in the order of the filters', () => {
  expect(
    labels(
      `rating=4&store=gul-evi&fields[color]=red,lilac&fields[height]=20..&fields[wrapped]=true&discounted=true&minPrice=500&maxPrice=1250&category=${tree[0]?.slug}`,
    ),
  ).toEqual([
    tree[0]?.name,
    '5,00 ₼ – 12,50 ₼',
    'Endirimli',
    'Qırmızı',
    'lilac',
    'Hündürlük: 20 sm və yuxarı',
    'Qablaşdırılıb',
    'Reytinq: 4 və yuxarı',
    'Gül evi',
  ])
})

it('each leads to the address without it', () => {
  const [first, second] = chips('discounted=true&inStock=true&sort=rating&page=3')
  expect(first?.without.toString()).toBe('inStock=true&sort=rating')
  expect(second?.without.toString()).toBe('discounted=true&sort=rating')
})

it('what the page fixes is no chip, and neither is what is no filter', () => {
  expect(chips('discounted=true&utm_source=x', collectionListings.sale)).toEqual([])
})
