import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ListingView } from '~/features/catalog/components/listing-view'
import { firstPage, listingQuery, searchListing, SORTS } from '~/features/catalog/listing'
import { recent } from '~/features/search/recent'
import { lazyPart } from '~/lib/lazy-part'
import { BASE } from '~shared/api/http'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useTree } from '~shared/features/catalog/queries'
import { useI18n, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState, OptionalPart } from '~shared/ui/states'

/** `searchId` names the list of results on the server. */
interface OpenedResult {
  searchId: string
  productId: number
  /** The rank in the results, from 1. */
  place: number
}

/** Opened results rank higher. With `keepalive`, the report is sent even if the visitor leaves the page. */
function reportOpened(opened: OpenedResult) {
  const headers = { 'content-type': 'application/json' }
  void fetch(`${BASE}/product/search/opened`, { method: 'POST', keepalive: true, headers, body: JSON.stringify(opened) }).catch(() => {})
}

const BY_RELEVANCE_FIRST = ['relevance', ...SORTS.filter((sort) => sort !== 'relevance')] as const

/** A search with results is stored as a recent one. */
export function Component() {
  const { t, locale } = useI18n()
  const { text = '' } = useParams()
  const [search] = useSearchParams()
  const listing = searchListing(text)
  const { data, meta } = useSuspenseQuery(listingQuery(locale, listing, search, { page: firstPage(search) })).data
  const { corrected } = data
  const hasFound = meta.total > 0
  useEffect(() => {
    if (hasFound) recent.add(text)
  }, [text, hasFound])
  useDocumentHead(t('common.titleOf', { name: t('catalog.search.title', { text }) }))
  return (
    <>
      <h1 tabIndex={-1} className="mt-6 text-3xl wrap-anywhere sm:text-4xl">
        {t('catalog.search.title', { text })}
      </h1>
      {corrected && <p className="mt-2 text-muted wrap-anywhere">{t('catalog.search.corrected', { text, corrected })}</p>}
      <div className="mt-6">
        <ListingView
          key={text}
          listing={listing}
          sorts={BY_RELEVANCE_FIRST}
          empty={<NothingFound />}
          onOpen={({ id }, place, searchId) => searchId && reportOpened({ searchId, productId: id, place })}
        />
      </div>
    </>
  )
}

const PopularSearches = lazyPart(() => import('../features/search/components/popular-searches'), 'deferred')

const LINK_COUNT = 6

/** Suggests large categories and popular searches. */
function NothingFound() {
  const t = useT()
  const popular = useTree()
    .toSorted((a, b) => b.productCount - a.productCount)
    .slice(0, LINK_COUNT)
  return (
    <>
      <EmptyState picture={emptySearch} title={t('catalog.search.none')} text={t('catalog.search.noneText')}>
        {popular.map(({ id, name, slug }) => (
          <ButtonLink key={id} to={paths.category(slug)} look="secondary">
            {name}
          </ButtonLink>
        ))}
      </EmptyState>
      <OptionalPart>
        <Suspense>
          <PopularSearches />
        </Suspense>
      </OptionalPart>
    </>
  )
}
