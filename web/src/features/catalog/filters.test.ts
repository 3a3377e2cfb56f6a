import { expect, it } from 'vitest'
import { toManats, toQepik, withoutFilters, withParam, withPrices, withToggled } from './filters'
import { isFilter, listingParams } from './listing'

const at = (text: string) => new URLSearchParams(text)

it('adds and takes away values of a field, and starts at the first page again', () => {
  const one = withToggled(at('page=3&sort=newest'), 'color', 'red')
  expect(one.toString()).toBe('sort=newest&fields%5Bcolor%5D=red')
  const two = withToggled(one, 'color', 'pink')
  expect(two.get('fields[color]')).toBe('red,pink')
  expect(withToggled(withToggled(two, 'color', 'red'), 'color', 'pink').has('fields[color]')).toBe(false)
})

it('clears filters but not the order', () => {
  const all = withPrices(withParam(at('sort=rating&fields[size]=m'), 'inStock', 'true'), '100', '900')
  expect(withoutFilters(all, isFilter).toString()).toBe('sort=rating')
})

it('lets nobody change what the page fixes', () => {
  const params = listingParams({ base: { category: 'gul' }, sort: 'popular' }, at('category=other&store=x&sort=newest&evil=1'), 2)
  expect(params).toEqual({ category: 'gul', sort: 'newest', page: '2' })
})

it.each([
  ['12,50', '1250'],
  ['1 200', '120000'],
  ['', undefined],
  ['-3', undefined],
  ['abc', undefined],
])('understands %s', (typed, qepik) => expect(toQepik(typed)).toBe(qepik))

it('shows qəpik as manats', () => expect([toManats('1250'), toManats(null), toManats('x')]).toEqual(['12,5', '', '']))
