import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ListingView } from '~/features/catalog/components/listing-view'
import { firstPage, listingQuery, searchListing, SORTS } from '~/features/catalog/listing'
import { NothingFound } from '~/features/search/components/nothing-found'
import { recent } from '~/features/search/recent'
import { reportOpened } from '~/features/search/report-opened'
import { useI18n } from '~shared/i18n/context'
import { usePage } from '~shared/lib/use-page'

const BY_RELEVANCE_FIRST = ['relevance', ...SORTS.filter((sort) => sort !== 'relevance')] as const

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
  usePage(t('common.titleOf', { name: t('catalog.search.title', { text }) }))
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
