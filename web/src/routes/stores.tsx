import { useSuspenseQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { addedOf } from '~/features/catalog/added'
import { LoadMore } from '~/features/catalog/components/load-more'
import { firstPage } from '~/features/catalog/listing'
import { StoreFilters } from '~/features/stores/components/store-filters'
import { StoreItems, StorePages } from '~/features/stores/components/store-pages'
import { askedOf, storesQuery } from '~/features/stores/queries'
import { useI18n } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { usePage } from '~shared/lib/use-page'
import { Breadcrumbs } from '~shared/ui/breadcrumbs'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/empty-state'

/** Every store, by category and by name. The address is the only state. */
export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const { pathname, state } = useLocation()
  const { location: ahead } = useNavigation()
  const asked = askedOf(search)
  const page = firstPage(search)
  const added = addedOf(state)
  const { data: stores, meta } = useSuspenseQuery(storesQuery(locale, asked, page)).data
  const isBusy = ahead?.pathname.endsWith(pathname) ?? false
  usePage(t('common.titleOf', { name: t('catalog.stores.title') }))
  return (
    <>
      <Breadcrumbs
        label={t('common.breadcrumbs')}
        crumbs={[{ name: t('common.home'), to: paths.home() }]}
        page={t('catalog.stores.title')}
      />
      <h1 tabIndex={-1} className="mt-1 mb-2 text-3xl sm:text-4xl">
        {t('catalog.stores.title')}
      </h1>
      <p className="mb-6 text-muted">{t('catalog.stores.text')}</p>
      <StoreFilters asked={asked} />
      {meta.total === 0 ? (
        <EmptyState picture={emptySearch} title={t('stores.none')} text={t('stores.noneText')}>
          <ButtonLink to={paths.stores()}>{t('stores.seeAll')}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <p role="status" className="mb-4 text-[0.9375rem] text-muted">
            {t('stores.found', { count: meta.total, n: number(meta.total) })}
          </p>
          <ul
            aria-busy={isBusy || undefined}
            className={clsx('grid gap-4 transition-opacity sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4', isBusy && 'opacity-60')}
          >
            <StoreItems stores={stores} />
            {added.count > 0 && <StorePages asked={asked} page={page + 1} count={added.count} before={stores} />}
          </ul>
          <LoadMore
            words="stores.shown"
            shown={Math.min(meta.total, (page + added.count) * meta.perPage)}
            total={meta.total}
            next={page + added.count + 1}
            lastPage={meta.lastPage}
            added={{ count: added.count + 1, after: undefined }}
          />
        </>
      )}
    </>
  )
}
