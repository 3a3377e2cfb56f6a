import type { CategoryRow } from '~shared/api/types'

// The server's flat list as a tree. The functions decide which moves are possible and where a moved category arrives.

export const DIRECTIONS = ['up', 'down', 'in', 'out'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** Where a category is dropped, relative to the row of another. */
export type Zone = 'before' | 'inside' | 'after'

/** A place in the tree: `position` counts from 0 among the other children of the parent. No parent means the top level. */
export interface Place {
  parentId: number | undefined
  position: number
}

/** A visible row of the tree, with what its ARIA attributes say. */
export interface Row {
  category: CategoryRow
  level: number
  /** The place among its siblings, from 1. */
  posInSet: number
  setSize: number
  hasChildren: boolean
  isOpen: boolean
}

const byPosition = (a: CategoryRow, b: CategoryRow) => a.position - b.position || a.id - b.id

export const childrenOf = (all: CategoryRow[], parentId: number | undefined) =>
  all.filter((category) => category.parentId === parentId).sort(byPosition)

export const find = (all: CategoryRow[], id: number | undefined) => all.find((category) => category.id === id)

/** Returns the categories above one, from the top level down. */
export function ancestorsOf(all: CategoryRow[], id: number): CategoryRow[] {
  const parent = find(all, find(all, id)?.parentId)
  return parent ? [...ancestorsOf(all, parent.id), parent] : []
}

/** Whether a category is `within` or below it. */
const isWithin = (all: CategoryRow[], id: number, within: number) => id === within || ancestorsOf(all, id).some(({ id }) => id === within)

/** Returns the rows that are visible when only the categories in `open` are expanded. */
export function visibleRows(all: CategoryRow[], open: ReadonlySet<number>): Row[] {
  const below = new Map<number | undefined, CategoryRow[]>()
  for (const category of all.toSorted(byPosition)) below.set(category.parentId, [...(below.get(category.parentId) ?? []), category])
  const rowsBelow = (parentId: number | undefined, level: number): Row[] => {
    const siblings = below.get(parentId) ?? []
    return siblings.flatMap((category, index) => {
      const hasChildren = below.has(category.id)
      const isOpen = hasChildren && open.has(category.id)
      const row = { category, level, posInSet: index + 1, setSize: siblings.length, hasChildren, isOpen }
      return isOpen ? [row, ...rowsBelow(category.id, level + 1)] : [row]
    })
  }
  return rowsBelow(undefined, 1)
}

/** Returns where a step in a direction leads, or undefined if it is not possible. `in` makes it the last child of the sibling above. */
export function placeAfterStep(all: CategoryRow[], id: number, direction: Direction): Place | undefined {
  const category = find(all, id)
  if (!category) return undefined
  const { parentId } = category
  const siblings = childrenOf(all, parentId)
  const position = siblings.indexOf(category)
  const above = siblings[position - 1]
  switch (direction) {
    case 'up':
      return above && { parentId, position: position - 1 }
    case 'down':
      return position < siblings.length - 1 ? { parentId, position: position + 1 } : undefined
    case 'in':
      return above && { parentId: above.id, position: childrenOf(all, above.id).length }
    case 'out': {
      const parent = find(all, parentId)
      return parent && { parentId: parent.parentId, position: childrenOf(all, parent.parentId).indexOf(parent) + 1 }
    }
  }
}

/**
 * Returns where a dropped category arrives; undefined if it would stay in its place or get under itself. Below the row of an expanded
 * category is its first child.
 */
export function placeAfterDrop(all: CategoryRow[], id: number, target: Row, zone: Zone): Place | undefined {
  const category = find(all, id)
  if (!category || isWithin(all, target.category.id, id)) return undefined
  const others = (parentId: number | undefined) => childrenOf(all, parentId).filter((sibling) => sibling.id !== id)
  const { id: targetId, parentId } = target.category
  const next = others(parentId).findIndex((sibling) => sibling.id === targetId)
  const place =
    zone === 'inside'
      ? { parentId: targetId, position: others(targetId).length }
      : zone === 'before'
        ? { parentId, position: next }
        : target.isOpen
          ? { parentId: targetId, position: 0 }
          : { parentId, position: next + 1 }
  const isSame = place.parentId === category.parentId && place.position === childrenOf(all, category.parentId).indexOf(category)
  return isSame ? undefined : place
}
