import { describe, expect, it } from 'vitest'
import type { CategoryRow } from '~shared/api/types'
import { ancestorsOf, findCategory, placeAfterDrop, placeAfterStep, visibleRows, type Row, type Zone } from './tree'

const category = (id: number, parentId: number | undefined, position: number): CategoryRow => ({
  id,
  ...(parentId !== undefined && { parentId }),
  position,
  version: 1,
  slug: `c${id}`,
  name: { az: `C${id}` },
  imageUrl: '',
  productCount: 0,
  fieldCount: 0,
})

// 1 > (11, 12 > (121)), 2, 3. The list is not sorted.
const TREE = [
  category(3, undefined, 30),
  category(12, 1, 1),
  category(121, 12, 0),
  category(2, undefined, 20),
  category(1, undefined, 10),
  category(11, 1, 0),
]
/** Returns `id: level, place among the siblings/number of siblings`. */
const shown = (rows: Row[]) => rows.map(({ category, level, posInSet, setSize }) => `${category.id}: ${level}, ${posInSet}/${setSize}`)

describe('the visible rows', () => {
  it('are those of the top level, sorted by position, when nothing is expanded', () => {
    expect(shown(visibleRows(TREE, new Set()))).toEqual(['1: 1, 1/3', '2: 1, 2/3', '3: 1, 3/3'])
  })
  it('include the children of expanded categories', () => {
    expect(shown(visibleRows(TREE, new Set([1])))).toEqual(['1: 1, 1/3', '11: 2, 1/2', '12: 2, 2/2', '2: 1, 2/3', '3: 1, 3/3'])
  })
  it('do not include children of an expanded category within a collapsed one', () => {
    expect(visibleRows(TREE, new Set([12]))).toHaveLength(3)
  })
})

it('the ancestors of a category are listed from the top level down', () => {
  expect(ancestorsOf(TREE, 121).map(({ id }) => id)).toEqual([1, 12])
})

describe('a step', () => {
  it.each([
    [2, 'up', { parentId: undefined, position: 0 }],
    [1, 'up', undefined],
    [2, 'down', { parentId: undefined, position: 2 }],
    [3, 'down', undefined],
    [2, 'in', { parentId: 1, position: 2 }],
    [1, 'in', undefined],
    [11, 'in', undefined],
    [12, 'in', { parentId: 11, position: 0 }],
    [11, 'out', { parentId: undefined, position: 1 }],
    [121, 'out', { parentId: 1, position: 2 }],
    [1, 'out', undefined],
    [99, 'up', undefined],
  ] as const)('of %i %s leads to %o', (id, direction, place) => {
    expect(placeAfterStep(TREE, id, direction)).toEqual(place)
  })
})

describe('a drop', () => {
  const drop = (id: number, targetId: number, zone: Zone, isOpen = false) => {
    const target = findCategory(TREE, targetId) as CategoryRow
    return placeAfterDrop(TREE, id, { category: target, level: 1, posInSet: 1, setSize: 1, hasChildren: isOpen, isOpen }, zone)
  }
  it.each([
    [3, 1, 'before', { parentId: undefined, position: 0 }],
    [1, 3, 'after', { parentId: undefined, position: 2 }],
    [3, 1, 'after', { parentId: undefined, position: 1 }],
    [2, 1, 'inside', { parentId: 1, position: 2 }],
    [121, 11, 'before', { parentId: 1, position: 0 }],
  ] as const)('of %i at %i, %s, leads to %o', (id, target, zone, place) => expect(drop(id, target, zone)).toEqual(place))

  it('below an expanded category makes it the first child', () => {
    expect(drop(3, 1, 'after', true)).toEqual({ parentId: 1, position: 0 })
  })
  it.each(['before', 'inside', 'after'] as const)('into itself or its descendants is refused: %s', (zone) => {
    expect([drop(1, 1, zone), drop(1, 12, zone), drop(1, 121, zone)]).toEqual([undefined, undefined, undefined])
  })
  it.each([
    [1, 2, 'before'],
    [2, 1, 'after'],
    [12, 1, 'inside'],
  ] as const)('that changes nothing is no move: %i at %i, %s', (id, target, zone) => expect(drop(id, target, zone)).toBeUndefined())
})
