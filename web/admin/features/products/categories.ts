// Lists and chains of categories for the product form.
import { ancestorsOf, childrenOf, findCategory } from '~admin/features/categories/tree'
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

/** Returns the ids of a category's ancestors and its own, the root first. Empty for an unknown category. */
export const chainOf = (categories: CategoryRow[], id: number): number[] =>
  findCategory(categories, id) ? [...ancestorsOf(categories, id).map((ancestor) => ancestor.id), id] : []

/** `chain` has the fields of each category in the order of `chainOf`. Of fields with the same key, the nearest category's applies. */
export const nearestFields = (chain: CategoryField[][]): CategoryField[] => [
  ...new Map(chain.flat().map((field) => [field.key, field])).values(),
]
