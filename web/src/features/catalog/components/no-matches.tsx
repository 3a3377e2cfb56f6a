// Shown when the filters match nothing.

import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { ButtonLink } from '~shared/ui/button'
import { useTree } from '~shared/features/catalog/queries'

const LINK_COUNT = 4

export default function NoMatches({ cleared }: { cleared: URLSearchParams }) {
  const t = useT()
  const popular = useTree()
    .toSorted((a, b) => b.productCount - a.productCount)
    .slice(0, LINK_COUNT)
  return (
    <div className="grid justify-items-center gap-5 rounded-xl bg-sunken px-6 py-12 text-center">
      <p className="max-w-md text-muted text-pretty">{t('deferred.product.nothingForFilters')}</p>
      <ButtonLink to={`?${cleared}`} preventScrollReset>
        {t('catalog.filters.clear')}
      </ButtonLink>
      <nav aria-label={t('common.nav.categories')} className="flex flex-wrap justify-center gap-2">
        {popular.map(({ id, name, slug }) => (
          <ButtonLink key={id} to={paths.category(slug)} look="secondary">
            {name}
          </ButtonLink>
        ))}
      </nav>
    </div>
  )
}
