import { describe, expect, it } from 'vitest'
import type { HomeSection, HomeSectionKind, HomeShelf } from '~shared/api/types'
import { type Group, groupsOf, isPaired, keysOf } from './groups'

const listOf = (kinds: HomeSectionKind[]): HomeSection[] => kinds.map((kind) => ({ kind, title: '', tiles: [] }))

/** Writes a group as `top(hero, categories)`. */
function textOf(group: Group): string {
  if (group.kind === 'one') return group.section.kind
  if (group.kind === 'campaigns') return `campaigns(${group.next ? textOf(group.next) : ''})`
  return `${group.kind}(${group.sections.map(({ kind }) => kind).join(', ')})`
}

describe('sections are grouped', () => {
  it.each<[HomeSectionKind[], string[]]>([
    [[], []],
    [
      ['hero', 'categories', 'shelf'],
      ['top(hero, categories)', 'shelf'],
    ],
    [
      ['hero', 'shelf', 'categories'],
      ['hero', 'shelf', 'categories'],
    ],
    [
      ['tiles', 'tiles', 'links', 'shelf', 'links'],
      ['tiles(tiles, tiles, links)', 'shelf', 'tiles(links)'],
    ],
    [
      ['campaigns', 'shelf', 'stores'],
      ['campaigns(shelf)', 'stores'],
    ],
    [['campaigns', 'tiles', 'links'], ['campaigns(tiles(tiles, links))']],
    [
      ['stores', 'campaigns'],
      ['stores', 'campaigns()'],
    ],
  ])('%j', (kinds, groups) => {
    expect(groupsOf(listOf(kinds)).map(textOf)).toEqual(groups)
  })
})

it('groups have unique keys, which depend on the products of shelves', () => {
  const shelf = (source: HomeShelf['source'], values: Partial<HomeShelf> = {}): HomeSection => ({
    kind: 'shelf',
    title: '',
    tiles: [],
    shelf: { source, products: [], ...values },
  })
  const shelves = [
    shelf('popular'),
    shelf('category', { category: 'a' }),
    shelf('category', { category: 'b' }),
    shelf('products', { products: [1, 2] }),
    shelf('products', { products: [2, 1] }),
    shelf('popular'),
  ]
  const keys = keysOf(groupsOf([...listOf(['tiles', 'stores', 'tiles', 'campaigns']), ...shelves]))
  expect(new Set(keys).size).toBe(3 + shelves.length)
  expect(keysOf(groupsOf(shelves.toReversed()))).toContain(keys.at(-2))
})

it('tiles share a row with the next ones', () => {
  const sections = listOf(['tiles', 'links', 'tiles', 'tiles', 'tiles'])
  const tiles = [...sections.keys()].filter((index) => sections[index]?.kind === 'tiles')
  expect(tiles.map((index) => isPaired(sections, index))).toEqual([false, true, true, false])
})
