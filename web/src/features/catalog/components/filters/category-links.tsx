import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { withoutParam, withParam } from '~/features/catalog/filters'
import { isField, type Listing } from '~/features/catalog/listing'
import type { Field } from '~shared/api/types'
import { pathTo, useTree } from '~shared/features/catalog/queries'
import { useT } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { Group, CollapsibleList } from './parts'

interface CategoryLinksProps {
  listing: Listing
  field: Field | undefined
  search: URLSearchParams
}

/**
 * Opens another category's page from a category page, and filters the list elsewhere. Filters by fields are dropped, because other
 * categories have other fields.
 */
export function CategoryLinks({ listing, field, search }: CategoryLinksProps) {
  const t = useT()
  const tree = useTree()
  const isCategoryPage = Boolean(listing.base.category)
  const chosen = isCategoryPage ? null : search.get('category')
  // The categories from the top one down to the chosen one, which is the last.
  const ancestors = chosen ? pathTo(tree, chosen) : []
  const searchWithoutFields = withoutParam(search, isField)
  const addressOf = (slug: string | undefined) => {
    if (!isCategoryPage) return `?${withParam(searchWithoutFields, 'category', slug)}`
    return `${paths.category(slug ?? '')}${searchWithoutFields.size > 0 ? `?${searchWithoutFields}` : ''}`
  }
  // A value is a slug or an id.
  const isAncestor = (value: string) => ancestors.some(({ slug, id }) => slug === value || String(id) === value)
  const values = (field?.values ?? []).filter(({ value }) => !isAncestor(value))
  if (values.length === 0 && ancestors.length === 0) return null
  return (
    <Group title={t('deferred.filters.category')}>
      {ancestors.length > 0 && <ParentLink to={addressOf(undefined)}>{t('deferred.filters.allCategories')}</ParentLink>}
      {ancestors.slice(0, -1).map(({ id, slug, name }) => (
        <ParentLink key={id} to={addressOf(slug)}>
          {name}
        </ParentLink>
      ))}
      {ancestors.slice(-1).map(({ id, name }) => (
        <p key={id} className="flex min-h-11 items-center text-[0.9375rem] font-semibold text-accent-text">
          {name}
        </p>
      ))}
      <div className={ancestors.length > 0 ? 'border-l border-line pl-4' : undefined}>
        <CollapsibleList values={values} isChosen={() => false}>
          {({ value, label, count }) => (
            <Link
              key={value}
              to={addressOf(value)}
              preventScrollReset={!isCategoryPage}
              className="flex min-h-11 items-center gap-3 rounded-md text-[0.9375rem] hover:text-accent-text"
            >
              <span className="min-w-0 grow">{label}</span>
              <span className="text-sm text-muted tabular-nums">{number(count)}</span>
            </Link>
          )}
        </CollapsibleList>
      </div>
    </Group>
  )
}

function ParentLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      preventScrollReset
      className="flex min-h-11 items-center gap-1.5 rounded-md text-[0.9375rem] text-muted hover:text-accent-text"
    >
      <ChevronLeft aria-hidden className="-ml-1 size-4" />
      {children}
    </Link>
  )
}
