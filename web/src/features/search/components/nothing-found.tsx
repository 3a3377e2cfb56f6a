import { Suspense } from 'react'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useTree } from '~shared/features/catalog/queries'
import { useT } from '~shared/i18n/context'
import { lazyPart } from '~/lib/lazy-part'
import { paths } from '~shared/lib/paths'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/empty-state'
import { Quietly } from '~shared/ui/quietly'

const PopularSearches = lazyPart(() => import('./popular-searches'), 'around')

const OFFERED = 6

/** A search without a result is no dead end. */
export function NothingFound() {
  const t = useT()
  const popular = useTree()
    .toSorted((a, b) => b.productCount - a.productCount)
    .slice(0, OFFERED)
  return (
    <>
      <EmptyState picture={emptySearch} title={t('catalog.search.none')} text={t('catalog.search.noneText')}>
        {popular.map(({ id, name, slug }) => (
          <ButtonLink key={id} to={paths.category(slug)} look="secondary">
            {name}
          </ButtonLink>
        ))}
      </EmptyState>
      <Quietly>
        <Suspense>
          <PopularSearches />
        </Suspense>
      </Quietly>
    </>
  )
}
