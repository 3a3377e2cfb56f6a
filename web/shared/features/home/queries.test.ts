// The gateway builds the same queries from the sections, with the same order of names in a key.

import { expect, it } from 'vitest'
import type { HomeSection, HomeShelf } from '~shared/api/types'
import { homeQuery, shelfQueries } from './queries'

const section = (shelf: Omit<HomeShelf, 'products'>, products: number[] = []): HomeSection => ({
  kind: 'shelf',
  title: '',
  shelf: { ...shelf, products },
  tiles: [],
})

it.each<[HomeSection, string]>([
  [section({ source: 'popular' }), '{"perPage":"12","shelf":"true","sort":"popular"}'],
  [section({ source: 'newest' }), '{"perPage":"12","shelf":"true","sort":"newest"}'],
  [section({ source: 'sale' }), '{"discounted":"true","perPage":"12","shelf":"true","sort":"popular"}'],
  [section({ source: 'category', category: 'any-slug' }), '{"category":"any-slug","perPage":"12","shelf":"true","sort":"popular"}'],
  [section({ source: 'products' }, [3, 1, 2]), '{"ids":"3,1,2","perPage":"12"}'],
])('the shelf %j has its query', (shelf, query) => {
  const [built, ...others] = shelfQueries('ru', [{ kind: 'recent', title: '', tiles: [] }, shelf])
  expect(others).toEqual([])
  expect(JSON.stringify(built?.queryKey)).toBe(`["GET","/product/all",${query},"ru"]`)
})

it('only a preview has a parameter', () => {
  expect(homeQuery('az').queryKey).toEqual(['GET', '/home', null, 'az'])
  expect(homeQuery('az', null).queryKey).toEqual(['GET', '/home', null, 'az'])
  expect(homeQuery('az', 'token').queryKey).toEqual(['GET', '/home', { preview: 'token' }, 'az'])
})
