import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ListingView } from '~/features/catalog/components/listing-view'
import { categoryListing } from '~/features/catalog/listing'
import type { Category } from '~shared/api/types'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { ancestorsQuery, categoryQuery } from '~shared/features/catalog/queries'
import { useI18n, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Breadcrumbs } from '~shared/ui/section'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { Picture } from '~shared/ui/picture'

export function Component() {
  const { t, locale } = useI18n()
  const { slug = '' } = useParams()
  const category = useSuspenseQuery(categoryQuery(locale, slug)).data.data
  const ancestors = useSuspenseQuery(ancestorsQuery(locale, slug)).data.data
  useDocumentHead(t('common.titleOf', { name: category.name }))
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

function Subcategories({ categories }: { categories: Category[] }) {
  const t = useT()
  if (categories.length === 0) return null
  return (
    <nav aria-label={t('catalog.subcategories')} className="shelf -mx-4 scroll-px-4 justify-start gap-2.5 px-4 pb-1 md:mx-0 md:px-0">
      {categories.map(({ id, name, slug, imageUrl }) => (
        <Link
          key={id}
          to={paths.category(slug)}
          className="flex min-h-14 items-center gap-3 rounded-full border border-line bg-surface py-1.5 pr-5 pl-1.5 text-[0.9375rem] font-medium whitespace-nowrap transition-colors hover:border-line-strong hover:text-accent-text"
        >
          <span className="size-11 shrink-0 overflow-hidden rounded-full bg-pearl">
            {imageUrl && <Picture src={imageUrl} alt="" sizes="44px" className="size-full object-cover" />}
          </span>
          {name}
        </Link>
      ))}
    </nav>
  )
}
