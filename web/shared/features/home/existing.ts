import type { Category, HomeSection } from '~shared/api/types'
import { findCategory } from '../catalog/queries'

/** Leaves out shelves of missing categories: their query fails, and the page would move when their space collapses. */
export const existingSections = (tree: Category[], sections: HomeSection[]) =>
  sections.filter(({ shelf }) => shelf?.source !== 'category' || findCategory(tree, shelf.category ?? '') !== undefined)
