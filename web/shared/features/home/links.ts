// Finds links to categories that the shop lacks, such as deleted ones.

import type { Category } from '~shared/api/types'
import { paths } from '~shared/lib/paths'
import { findCategory } from '../catalog/queries'

const segmentsOf = (path: string) => path.split('/').filter(Boolean)
const CATEGORY_PAGES = segmentsOf(paths.category('')).join('/')

/** A malformed encoding stays as it is, as on the server. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Returns the slug in a link to a category, or undefined for another link. Normalizes the path as the server does. */
export function linkedCategory(link: string): string | undefined {
  const [path = ''] = link.split('?')
  const [page, ...slug] = segmentsOf(decoded(path))
  return page === CATEGORY_PAGES ? slug.join('/') : undefined
}

/** A former slug counts as missing, because the tree has only the current ones. */
export function leadsSomewhere(tree: Category[], link: string): boolean {
  const slug = linkedCategory(link)
  return slug === undefined || findCategory(tree, slug) !== undefined
}
