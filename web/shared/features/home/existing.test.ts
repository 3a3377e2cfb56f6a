import { expect, it } from 'vitest'
import type { Category, HomeSection, HomeShelf } from '~shared/api/types'
import { existingSections } from './existing'
import { leadsSomewhere } from './links'

const category = (slug: string, ...children: Category[]) => ({ slug, children }) as Category
const TREE = [category('hediyyeler', category('güllər'))]

it.each([
  ['/kateqoriya/hediyyeler', true],
  ['/kateqoriya/hediyyeler?minPrice=100', true],
  ['/kateqoriya/hediyyeler/', true],
  ['//kateqoriya//hediyyeler', true],
  ['/kateqoriya/güllər', true],
  ['/kateqoriya/g%C3%BCll%C9%99r', true],
  ['/kateqoriya/hediyyeler%3F', false],
  ['/kateqoriya/yoxdur', false],
  ['/kateqoriya/hediyyeler/yoxdur', false],
  ['/kateqoriya/%', false],
  ['/kateqoriya/', false],
  ['/kateqoriyalar', true],
  ['/axtaris/%', true],
  ['/', true],
])('whether the link %s leads somewhere: %s', (link, expected) => {
  expect(leadsSomewhere(TREE, link)).toBe(expected)
})

it('leaves out the shelves of missing categories', () => {
  const shelf = (values: Partial<HomeShelf>) => ({ kind: 'shelf', title: '', tiles: [], shelf: { products: [], ...values } }) as HomeSection
  const existing = [
    shelf({ source: 'category', category: 'güllər' }),
    shelf({ source: 'popular' }),
    shelf({ source: 'products', products: [1] }),
  ]
  const other: HomeSection = { kind: 'stores', title: '', tiles: [] }
  const missing = shelf({ source: 'category', category: 'yoxdur' })
  expect(existingSections(TREE, [missing, ...existing, other])).toEqual([...existing, other])
})
