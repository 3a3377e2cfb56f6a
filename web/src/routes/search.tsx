import { useParams } from 'react-router'
import emptySearch from '~/assets/pictures/empty-search.webp'
import { ListingView } from '~/features/catalog/components/listing-view'
import { searchListing, SORTS } from '~/features/catalog/listing'
import { useTree } from '~/features/catalog/queries'
import { useT } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { usePage } from '~/lib/use-page'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'

const BY_RELEVANCE_FIRST = ['relevance', ...SORTS.filter((sort) => sort !== 'relevance')] as const

export function Component() {
  const t = useT()
  const { text = '' } = useParams()
  const tree = useTree()
  usePage(t('common.titleOf', { name: t('catalog.search.title', { text }) }))
  return (
    <>
      <h1 tabIndex={-1} className="mt-6 mb-6 text-3xl sm:text-4xl">
        {t('catalog.search.title', { text })}
      </h1>
      <ListingView
        key={text}
        listing={searchListing(text)}
        sorts={BY_RELEVANCE_FIRST}
        empty={
          <EmptyState picture={emptySearch} title={t('catalog.search.none')} text={t('catalog.search.noneText')}>
            {tree.slice(0, 4).map(({ id, name, slug }) => (
              <ButtonLink key={id} to={paths.category(slug)} look="secondary">
                {name}
              </ButtonLink>
            ))}
          </EmptyState>
        }
      />
    </>
  )
}
