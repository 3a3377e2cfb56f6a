// Calculations of the category tree: which rows are visible, and where a moved category arrives. `category-tree.tsx` shows it.
import type { CategoryRow } from '~shared/api/types'

export const DIRECTIONS = ['up', 'down', 'in', 'out'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** Where a category is dropped, relative to the row of another. */
export type Zone = 'before' | 'inside' | 'after'

/** `position` counts from 0 among the other children of the parent. No parent means the top level. */
export interface Place {
  parentId: number | undefined
  position: number
}

/** A visible row, with the values of its ARIA attributes. */
export interface Row {
  category: CategoryRow
  level: number
  /** Counted from 1. */
  posInSet: number
  setSize: number
  hasChildren: boolean
  isOpen: boolean
}

const byPosition = (a: CategoryRow, b: CategoryRow) => a.position - b.position || a.id - b.id

/** Returns the children of a category in their order. Without a parent, these are the categories of the top level. */
export const childrenOf = (categories: CategoryRow[], parentId: number | undefined) =>
  categories.filter((category) => category.parentId === parentId).sort(byPosition)

export const findCategory = (categories: CategoryRow[], id: number | undefined) => categories.find((category) => category.id === id)

export function ancestorsOf(categories: CategoryRow[], id: number): CategoryRow[] {
  const parent = findCategory(categories, findCategory(categories, id)?.parentId)
  return parent ? [...ancestorsOf(categories, parent.id), parent] : []
}

const isWithin = (categories: CategoryRow[], id: number, within: number) =>
  id === within || ancestorsOf(categories, id).some((ancestor) => ancestor.id === within)

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
 * Returns undefined if the step is impossible. `in` makes the category the last child of the sibling above, `out` puts it after its parent.
 */
export function placeAfterStep(categories: CategoryRow[], id: number, direction: Direction): Place | undefined {
  const category = findCategory(categories, id)
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
      const parent = findCategory(categories, parentId)
      return parent && { parentId: parent.parentId, position: childrenOf(categories, parent.parentId).indexOf(parent) + 1 }
    }
  }
}

/**
 * Returns undefined if the category would stay in its place or become its own descendant. A category dropped after an expanded one becomes
 * its first child.
 */
export function placeAfterDrop(categories: CategoryRow[], id: number, target: Row, zone: Zone): Place | undefined {
  const category = findCategory(categories, id)
  if (!category || isWithin(categories, target.category.id, id)) return undefined
  const childrenWithoutMoved = (parentId: number | undefined) => childrenOf(categories, parentId).filter((sibling) => sibling.id !== id)
  const { id: targetId, parentId } = target.category
  const targetPosition = childrenWithoutMoved(parentId).findIndex((sibling) => sibling.id === targetId)
  const placeIn = (): Place => {
    if (zone === 'inside') return { parentId: targetId, position: childrenWithoutMoved(targetId).length }
    if (zone === 'before') return { parentId, position: targetPosition }
    return target.isOpen ? { parentId: targetId, position: 0 } : { parentId, position: targetPosition + 1 }
  }
  const place = placeIn()

  const currentPosition = childrenOf(categories, category.parentId).indexOf(category)
  const isSame = place.parentId === category.parentId && place.position === currentPosition
  return isSame ? undefined : place
}
