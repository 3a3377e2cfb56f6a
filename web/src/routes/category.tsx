import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { ListingView } from '~/features/catalog/components/listing-view'
import { Subcategories } from '~/features/catalog/components/subcategories'
import { categoryListing } from '~/features/catalog/listing'
import { ancestorsQuery, categoryQuery } from '~shared/features/catalog/queries'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { usePage } from '~shared/lib/use-page'
import { Breadcrumbs } from '~shared/ui/breadcrumbs'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/empty-state'

export function Component() {
  const { t, locale } = useI18n()
  const { slug = '' } = useParams()
  const category = useSuspenseQuery(categoryQuery(locale, slug)).data.data
  const ancestors = useSuspenseQuery(ancestorsQuery(locale, slug)).data.data
  usePage(t('common.titleOf', { name: category.name }))
  const crumbs = [
    { name: t('common.home'), to: paths.home() },
    ...ancestors.filter(({ id }) => id !== category.id).map(({ name, slug }) => ({ name, to: paths.category(slug) })),
  ]
  return (
    <>
      <Breadcrumbs label={t('common.breadcrumbs')} crumbs={crumbs} page={category.name} />
      <h1 tabIndex={-1} className="mt-1 mb-5 text-3xl sm:text-4xl">
        {category.name}
      </h1>
      <div className="mb-7 empty:hidden">
        <Subcategories categories={category.children} />
      </div>
      <ListingView
        key={slug}
        listing={categoryListing(slug)}
        empty={
          <EmptyState picture={emptySearch} title={t('catalog.empty.title')} text={t('catalog.empty.text')}>
            <ButtonLink to={paths.home()}>{t('common.toShop')}</ButtonLink>
          </EmptyState>
        }
      />
    </>
  )
}
