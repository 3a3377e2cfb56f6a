import { expect, it } from 'vitest'
import type { Category, HomeSection, HomeShelf } from '~shared/api/types'
import { existingSections } from './existing'

const category = (slug: string, ...children: Category[]) => ({ slug, children }) as Category
const TREE = [category('hediyyeler', category('güllər'))]

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
