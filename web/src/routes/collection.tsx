import { useLocation } from 'react-router'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { ListingView } from '~/features/catalog/components/listing-view'
import { collectionListings } from '~/features/catalog/listing'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Breadcrumbs } from '~shared/ui/section'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'

const KINDS = { [paths.newest()]: 'newest', [paths.sale()]: 'sale', [paths.popular()]: 'popular' } as const

/** New, discounted or most popular products of the whole shop. */
export function Component() {
  const t = useT()
  const kind = KINDS[useLocation().pathname.replace(/\/$/, '')] ?? 'popular'
  const title = t(`common.nav.${kind}`)
  useDocumentHead(t('common.titleOf', { name: title }))
  return (
    <>
      <Breadcrumbs label={t('common.breadcrumbs')} crumbs={[{ name: t('common.home'), to: paths.home() }]} page={title} />
      <h1 tabIndex={-1} className="mt-1 mb-7 text-3xl sm:text-4xl">
        {title}
      </h1>
      <ListingView
        key={kind}
        listing={collectionListings[kind]}
        empty={
          <EmptyState picture={emptySearch} title={t('catalog.empty.title')} text={t('catalog.empty.text')}>
            <ButtonLink to={paths.home()}>{t('common.toShop')}</ButtonLink>
          </EmptyState>
        }
      />
    </>
  )
}
