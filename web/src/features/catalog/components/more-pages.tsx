import { useQueries } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ProductCard } from '~/api/types'
import { useLocale, useT } from '~/i18n/context'
import { Button } from '~/ui/button'
import { type Listing, listingQuery } from '../listing'
import { ProductItems, SkeletonItems } from './product-grid'

interface Props {
  listing: Listing
  /** What the first page shows. */
  first: ProductCard[]
  from: number
  count: number
  after: string | undefined
  perPage: number
  onOpen?: ((product: ProductCard, place: number) => void) | undefined
}

/** The pages after the first one, each its own query, so that those loaded once are there at once after going back. */
export function MorePages({ listing, first, from, count, after, perPage, onOpen }: Props) {
  const t = useT()
  const locale = useLocale()
  const [search] = useSearchParams()
  const numbers = Array.from({ length: count }, (_, index) => from + index)
  const pages = useQueries({ queries: numbers.map((page) => listingQuery(locale, listing, search, { page, after })) })
  // A list that was kept too long to be cut from the same moment may bring a product again: once is enough.
  const seen = new Set(first.map(({ id }) => id))
  const isNew = ({ id }: ProductCard) => !seen.has(id) && seen.add(id)

  return pages.map((page, index) => {
    const number = from + index
    if (page.data)
      return (
        <ProductItems key={number} products={page.data.data.products.filter(isNew)} from={(number - 1) * perPage + 1} onOpen={onOpen} />
      )
    if (!page.isError) return <SkeletonItems key={number} count={Math.min(perPage, 8)} />
    return (
      <li key={number} className="col-span-full grid justify-items-center gap-3 rounded-xl bg-sunken p-8 text-center">
        <p>{t('catalog.pageFailed')}</p>
        <Button look="secondary" onClick={() => void page.refetch()}>
          {t('common.retry')}
        </Button>
      </li>
    )
  })
}
