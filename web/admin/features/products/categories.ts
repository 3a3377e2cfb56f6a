// Helpers for forms that choose a category of products, and for the fields that a product has by its category.
import { ancestorsOf, childrenOf, find } from '~admin/features/categories/tree'
import { textIn } from '~admin/lib/local-text'
import type { CategoryField, CategoryRow } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

/** Lists the categories in the order of the tree, with their paths: `Güllər › Qızılgüllər`. */
export function withPaths(categories: CategoryRow[], locale: Locale): { id: number; name: string }[] {
  const below = (parentId: number | undefined, above: string): { id: number; name: string }[] =>
    childrenOf(categories, parentId).flatMap((category) => {
      const name = above + textIn(locale, category.name)
      return [{ id: category.id, name }, ...below(category.id, `${name} › `)]
    })
  return below(undefined, '')
}

/** Returns the chain of a category: the ids of its ancestors and its own, the root first. Empty for an unknown category. */
export const chainOf = (categories: CategoryRow[], id: number): number[] =>
  find(categories, id) ? [...ancestorsOf(categories, id).map((ancestor) => ancestor.id), id] : []

/**
 * Returns the fields that apply to a category. `chain` has the fields of each category in the order of `chainOf`. If several fields have
 * the same key, the one of the nearest category applies.
 */
export const nearestFields = (chain: CategoryField[][]): CategoryField[] => [
  ...new Map(chain.flat().map((field) => [field.key, field])).values(),
]
