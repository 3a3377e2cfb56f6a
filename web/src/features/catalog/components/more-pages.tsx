// The pages that a shopper has appended to a product list.

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ProductCard } from '~shared/api/types'
import { useLocale, useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { type Listing, listingQuery } from '../listing'
import { ProductItems, SkeletonItems } from './product-grid'

interface MorePagesProps {
  listing: Listing
  earlier: ProductCard[]
  page: number
  /** Number of pages, including this one. */
  count: number
  /** Snapshot of the list that the pages come from. */
  searchId: string | undefined
  perPage: number
  /** `position` is the product's rank in the whole list. */
  onOpen?: ((product: ProductCard, position: number) => void) | undefined
}

/** Each page is a separate query, so that going back shows all pages from the cache. */
export default function MorePages(props: MorePagesProps) {
  const { listing, earlier, page, count, searchId, perPage, onOpen } = props
  const locale = useLocale()
  const [search] = useSearchParams()
  const { data, isError, refetch } = useQuery(listingQuery(locale, listing, search, { page, searchId }))
  // Pages may overlap when the snapshot has expired. Each product is shown once.
  const earlierIds = new Set(earlier.map(({ id }) => id))
  const products = data?.data.products.filter(({ id }) => !earlierIds.has(id)) ?? []
  return (
    <>
      {data && <ProductItems products={products} from={(page - 1) * perPage + 1} onOpen={onOpen} />}
      {!data && isError && <PageFailure onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonItems count={Math.min(perPage, 8)} />}
      {count > 1 && <MorePages {...props} earlier={[...earlier, ...products]} page={page + 1} count={count - 1} />}
    </>
  )
}

function PageFailure({ onRetry }: { onRetry: () => void }) {
  const t = useT()
  return (
    <li className="col-span-full grid justify-items-center gap-3 rounded-xl bg-sunken p-8 text-center">
      <p>{t('catalog.pageFailed')}</p>
      <Button look="secondary" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </li>
  )
}
