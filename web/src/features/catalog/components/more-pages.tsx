import { useQueries } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useLocale, useT } from '~/i18n/context'
import { Button } from '~/ui/button'
import { type Listing, listingQuery } from '../listing'
import { ProductItems, SkeletonItems } from './product-grid'

interface Props {
  listing: Listing
  from: number
  count: number
  perPage: number
}

/** The pages after the first one, each its own query, so that those loaded once are there at once after going back. */
export function MorePages({ listing, from, count, perPage }: Props) {
  const t = useT()
  const locale = useLocale()
  const [search] = useSearchParams()
  const numbers = Array.from({ length: count }, (_, index) => from + index)
  const pages = useQueries({ queries: numbers.map((page) => listingQuery(locale, listing, search, page)) })

  return pages.map((page, index) => {
    const key = numbers[index]
    if (page.data) return <ProductItems key={key} products={page.data.data.products} />
    if (!page.isError) return <SkeletonItems key={key} count={Math.min(perPage, 8)} />
    return (
      <li key={key} className="col-span-full grid justify-items-center gap-3 rounded-xl bg-sunken p-8 text-center">
        <p>{t('catalog.pageFailed')}</p>
        <Button look="secondary" onClick={() => void page.refetch()}>
          {t('common.retry')}
        </Button>
      </li>
    )
  })
}
