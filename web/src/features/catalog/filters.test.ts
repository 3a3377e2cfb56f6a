import { describe, expect, it } from 'vitest'
import { roots } from '~mock/catalogue'
import { t } from '~mock/in-shop'
import type { Field } from '~shared/api/types'
import { chipsOf } from './chips'
import { pricesIn, rangeIn, withoutParam, withParam, withPrices, withRange, withSwitched, withToggled } from './filters'
import { categoryListing, collectionListings, isFilterOf, listingParams, searchListing } from './listing'

const paramsOf = (text: string) => new URLSearchParams(text)

describe('changing filters', () => {
  it('adds and removes values of a field, and starts at the first page', () => {
    const withRed = withToggled(paramsOf('page=3&sort=newest'), 'color', 'red')
    expect(withRed.toString()).toBe('sort=newest&fields%5Bcolor%5D=red')
    const withRedAndPink = withToggled(withRed, 'color', 'pink')
    expect(withRedAndPink.get('fields[color]')).toBe('red,pink')
    expect(withToggled(withToggled(withRedAndPink, 'color', 'red'), 'color', 'pink').has('fields[color]')).toBe(false)
  })

  it('toggles a switch', () => {
    const on = withSwitched(paramsOf(''), 'inStock')
    expect(on.toString()).toBe('inStock=true')
    expect(withSwitched(on, 'inStock').toString()).toBe('')
  })

  it('clears filters but not the order', () => {
    const filtered = withPrices(withParam(paramsOf('sort=rating&fields[size]=m&store=gul-evi'), 'inStock', 'true'), { low: 100, high: 900 })
    expect(withoutParam(filtered, isFilterOf(searchListing('gül'))).toString()).toBe('sort=rating')
  })

  it('writes a range that is open on either side, and an empty one as nothing', () => {
    expect(withRange(paramsOf(''), 'height', { low: 10, high: 20.5 }).get('fields[height]')).toBe('10..20.5')
    expect(withRange(paramsOf(''), 'height', { low: 10 }).get('fields[height]')).toBe('10..')
    expect(withRange(paramsOf(''), 'height', { high: 20 }).get('fields[height]')).toBe('..20')
    expect(withRange(paramsOf('fields[height]=1..2'), 'height', {}).toString()).toBe('')
  })
})

describe('parsing an address', () => {
  it.each([
    ['fields[height]=10..20', { low: 10, high: 20 }],
    ['fields[height]=..20', { low: undefined, high: 20 }],
    ['fields[height]=10..', { low: 10, high: undefined }],
    ['fields[height]=red', {}],
    ['fields[height]=a..b', { low: undefined, high: undefined }],
  ])('reads the valid part of %s', (address, bounds) => expect(rangeIn(paramsOf(address), 'height')).toEqual(bounds))

  it('ignores negative and invalid prices', () => {
    expect(pricesIn(paramsOf('minPrice=-5&maxPrice=abc'))).toEqual({ low: undefined, high: undefined })
    expect(pricesIn(paramsOf('minPrice=0&maxPrice=990'))).toEqual({ low: 0, high: 990 })
  })
})

describe('a list', () => {
  const category = categoryListing('gul')

  it('ignores filters that the page fixes', () => {
    const params = listingParams(category, paramsOf('category=other&sort=newest&evil=1'), { page: 2 })
    expect(params).toEqual({ category: 'gul', facets: 'true', sort: 'newest', page: '2' })
    expect(isFilterOf(category)('category')).toBe(false)
    expect(isFilterOf(collectionListings.sale)('discounted')).toBe(false)
    expect(isFilterOf(collectionListings.newest)('discounted')).toBe(true)
  })

  it('requests facets with its first page, and later pages of the same snapshot', () => {
    expect(listingParams(category, paramsOf(''), { page: 3, searchId: 'abc' })).toEqual({
      category: 'gul',
      sort: 'popular',
      page: '3',
      searchId: 'abc',
    })
  })

  it('ignores mistyped parameters', () => {
    const params = listingParams(category, paramsOf('sort=best&rating=nine&minPrice=12.5&maxPrice=-1&discounted=yes&inStock=true'), {
      page: 1,
    })
    expect(params).toEqual({ category: 'gul', facets: 'true', sort: 'popular', inStock: 'true', page: '1' })
  })

  it('tells filters from other parameters', () => {
    const isFilter = isFilterOf(searchListing('gül'))
    expect(['category', 'store', 'minPrice', 'fields[color]'].every(isFilter)).toBe(true)
    expect(['sort', 'page', 'utm_source', 'fields[', 'search'].some(isFilter)).toBe(false)
  })
})

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

it('lists all active filters, in the order of the form', () => {
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

it('each chip links to the address without its filter', () => {
  const [first, second] = chips('discounted=true&inStock=true&sort=rating&page=3')
  expect(first?.without.toString()).toBe('inStock=true&sort=rating')
  expect(second?.without.toString()).toBe('discounted=true&sort=rating')
})

it('filters fixed by the page and other parameters have no chip', () => {
  expect(chips('discounted=true&utm_source=x', collectionListings.sale)).toEqual([])
})
