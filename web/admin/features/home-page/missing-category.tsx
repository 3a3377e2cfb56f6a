// Warns of links and shelves of the home page whose category is not in the shop's tree.
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { findCategory, treeQuery } from '~shared/features/catalog/queries'
import { leadsSomewhere } from '~shared/features/home/links'
import { useI18n } from '~shared/i18n/context'
import { hasBanner, hasTiles } from './kinds'
import type { SectionValues } from './values'

/** Old slugs of renamed categories count as missing, because browsers do not know them. Nothing is missing while the tree loads. */
export function useMissingCategories() {
  const { locale } = useI18n()
  const tree = useQuery(treeQuery(locale)).data?.data
  const isMissing = (slug: string | undefined) => Boolean(tree && slug && !findCategory(tree, slug))
  const isLinkMissing = (link: string) => tree !== undefined && !leadsSomewhere(tree, link.trim())
  return {
    isMissing,
    isLinkMissing,
    isMissingIn: ({ kind, link, source, category, tiles }: SectionValues) =>
      (kind === 'shelf' && source === 'category' && isMissing(category)) ||
      (hasBanner(kind) && isLinkMissing(link)) ||
      (hasTiles(kind) && tiles.some((tile) => isLinkMissing(tile.link))),
  }
}

/** The status is announced when the text appears. */
export const MissingCategory = ({ text, className }: { text: string | false; className?: string }) => (
  <p role="status" className={clsx('rounded-lg bg-warn-soft px-4 py-3 text-sm font-medium text-pretty empty:hidden', className)}>
    {text}
  </p>
)
