// Calculations of the tree of product categories: which rows are visible, and where a moved category arrives. `category-tree.tsx` shows it.
import type { CategoryRow } from '~shared/api/types'

export const DIRECTIONS = ['up', 'down', 'in', 'out'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** Where a category is dropped, relative to the row of another. */
export type Zone = 'before' | 'inside' | 'after'

/** A place in the tree: `position` counts from 0 among the other children of the parent. No parent means the top level. */
export interface Place {
  parentId: number | undefined
  position: number
}

/** A visible row of the tree, with the values of its ARIA attributes. */
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

/** Returns the children of a category, or the top level without a parent, sorted by position. */
export const childrenOf = (categories: CategoryRow[], parentId: number | undefined) =>
  categories.filter((category) => category.parentId === parentId).sort(byPosition)

export const find = (categories: CategoryRow[], id: number | undefined) => categories.find((category) => category.id === id)

/** Returns the categories above a category, from the top level down. */
export function ancestorsOf(categories: CategoryRow[], id: number): CategoryRow[] {
  const parent = find(categories, find(categories, id)?.parentId)
  return parent ? [...ancestorsOf(categories, parent.id), parent] : []
}

/** Whether the category `id` is the category `within` or below it. */
const isWithin = (categories: CategoryRow[], id: number, within: number) =>
  id === within || ancestorsOf(categories, id).some((ancestor) => ancestor.id === within)

/** Returns the rows that are visible when only the categories in `open` are expanded. */
export function visibleRows(categories: CategoryRow[], open: ReadonlySet<number>): Row[] {
  const childrenByParent = new Map<number | undefined, CategoryRow[]>()
  for (const category of categories.toSorted(byPosition)) {
    const siblings = childrenByParent.get(category.parentId) ?? []
    childrenByParent.set(category.parentId, [...siblings, category])
  }

  const rowsBelow = (parentId: number | undefined, level: number): Row[] => {
    const siblings = childrenByParent.get(parentId) ?? []
    return siblings.flatMap((category, index) => {
      const hasChildren = childrenByParent.has(category.id)
      const isOpen = hasChildren && open.has(category.id)
      const row = { category, level, posInSet: index + 1, setSize: siblings.length, hasChildren, isOpen }
      return isOpen ? [row, ...rowsBelow(category.id, level + 1)] : [row]
    })
  }
  return rowsBelow(undefined, 1)
}

/**
 * Returns where a step in a direction leads, or undefined if it is not possible. `up` and `down` change places with a sibling, `in` makes
 * the category the last child of the sibling above, and `out` puts it after its parent.
 */
export function placeAfterStep(categories: CategoryRow[], id: number, direction: Direction): Place | undefined {
  const category = find(categories, id)
  if (!category) return undefined

  const { parentId } = category
  const siblings = childrenOf(categories, parentId)
  const position = siblings.indexOf(category)
  const above = siblings[position - 1]

  switch (direction) {
    case 'up':
      return above && { parentId, position: position - 1 }
    case 'down':
      return position < siblings.length - 1 ? { parentId, position: position + 1 } : undefined
    case 'in':
      return above && { parentId: above.id, position: childrenOf(categories, above.id).length }
    case 'out': {
      const parent = find(categories, parentId)
      return parent && { parentId: parent.parentId, position: childrenOf(categories, parent.parentId).indexOf(parent) + 1 }
    }
  }
}

/**
 * Returns where a category dropped at the row `target` arrives, or undefined if it would stay in its place or become its own descendant.
 * A category that is dropped after the row of an expanded category becomes its first child.
 */
export function placeAfterDrop(categories: CategoryRow[], id: number, target: Row, zone: Zone): Place | undefined {
  const category = find(categories, id)
  if (!category || isWithin(categories, target.category.id, id)) return undefined
  const childrenWithoutMoved = (parentId: number | undefined) => childrenOf(categories, parentId).filter((sibling) => sibling.id !== id)
  const { id: targetId, parentId } = target.category
  const targetPosition = childrenWithoutMoved(parentId).findIndex((sibling) => sibling.id === targetId)
  const place =
    zone === 'inside'
      ? { parentId: targetId, position: childrenWithoutMoved(targetId).length }
      : zone === 'before'
        ? { parentId, position: targetPosition }
        : target.isOpen
          ? { parentId: targetId, position: 0 }
          : { parentId, position: targetPosition + 1 }

  const currentPosition = childrenOf(categories, category.parentId).indexOf(category)
  const isSame = place.parentId === category.parentId && place.position === currentPosition
  return isSame ? undefined : place
}
