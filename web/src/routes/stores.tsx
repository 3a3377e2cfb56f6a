import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { firstPage } from '~/features/catalog/listing'
import { StoreCard } from '~/features/stores/components/store-card'
import { storesQuery } from '~/features/stores/queries'
import { useI18n } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { usePage } from '~/lib/use-page'
import { Breadcrumbs } from '~/ui/breadcrumbs'
import { ButtonLink } from '~/ui/button'

export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const page = firstPage(search)
  const { data: stores, meta } = useSuspenseQuery(storesQuery(locale, page)).data
  usePage(t('common.titleOf', { name: t('catalog.stores.title') }))
  return (
    <>
      <Breadcrumbs label={t('common.breadcrumbs')} crumbs={[{ name: t('common.home'), to: paths.home() }]} />
      <h1 tabIndex={-1} className="mt-1 mb-2 text-3xl sm:text-4xl">
        {t('catalog.stores.title')}
      </h1>
      <p className="mb-7 text-muted">{t('catalog.stores.text')}</p>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {stores.map((store) => (
          <li key={store.id}>
            <StoreCard store={store} headingLevel={2} />
          </li>
        ))}
      </ul>
      {meta.lastPage > 1 && (
        <div className="mt-8 flex justify-center gap-3">
          {page > 1 && (
            <ButtonLink look="secondary" to={`?page=${page - 1}`}>
              {t('catalog.previousPage')}
            </ButtonLink>
          )}
          {page < meta.lastPage && (
            <ButtonLink look="secondary" to={`?page=${page + 1}`}>
              {t('catalog.nextPage')}
            </ButtonLink>
          )}
        </div>
      )}
    </>
  )
}
