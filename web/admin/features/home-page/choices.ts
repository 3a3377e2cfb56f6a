// Categories and pages of the shop that the form of the home page offers.
import { useQuery } from '@tanstack/react-query'
import type { Category } from '~shared/api/types'
import { treeQuery } from '~shared/features/catalog/queries'
import { useI18n } from '~shared/i18n/context'
import { paths, wholesalePaths } from '~shared/lib/paths'
import type { Choice } from '~shared/ui/fields'

/** Lists the categories in the order of the tree, with their paths: `Güllər › Qızılgüllər`. */
const withPaths = (tree: Category[], above = ''): Choice[] =>
  tree.flatMap(({ slug, name, children }) => [{ value: slug, label: above + name }, ...withPaths(children, `${above}${name} › `)])

/** The value of a choice is the slug of the category. */
export function useCategoryChoices(): Choice[] {
  const { locale } = useI18n()
  const { data } = useQuery(treeQuery(locale))
  return withPaths(data?.data ?? [])
}

const PAGES = [
  { name: 'popular', path: paths.popular() },
  { name: 'newest', path: paths.newest() },
  { name: 'sale', path: paths.sale() },
  { name: 'stores', path: paths.stores() },
  { name: 'delivery', path: paths.delivery() },
  { name: 'payment', path: paths.payment() },
  { name: 'bonuses', path: paths.bonuses() },
  { name: 'faq', path: paths.faq() },
  { name: 'wholesale', path: wholesalePaths.form() },
  { name: 'contact', path: paths.contact() },
] as const

/** The value of a choice is the path of the page. */
export function useLinkChoices(): Choice[] {
  const { t } = useI18n()
  const categories = useCategoryChoices()
  return [
    ...PAGES.map(({ name, path }) => ({ value: path, label: t(`adminHome.link.page.${name}`) })),
    ...categories.map(({ value, label }) => ({ value: paths.category(value), label: t('adminHome.link.category', { name: label }) })),
  ]
}
