import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ProductCard } from '~shared/api/types'
import { useLocale, useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { type Listing, listingQuery } from '../listing'
import { ProductItems, SkeletonItems } from './product-grid'

interface Props {
  listing: Listing
  /** What the pages before show. */
  before: ProductCard[]
  page: number
  /** How many pages, with this one. */
  count: number
  after: string | undefined
  perPage: number
  onOpen?: ((product: ProductCard, place: number) => void) | undefined
}

/** The pages after the first one, each its own query, so that those loaded once are there at once after going back. */
export default function MorePages(props: Props) {
  const { listing, before, page, count, after, perPage, onOpen } = props
  const locale = useLocale()
  const [search] = useSearchParams()
  const { data, isError, refetch } = useQuery(listingQuery(locale, listing, search, { page, after }))
  // A list that was kept too long to be cut from the same moment may bring a product again: once is enough.
  const seen = new Set(before.map(({ id }) => id))
  const products = data?.data.products.filter(({ id }) => !seen.has(id)) ?? []
  return (
    <>
      {data ? (
        <ProductItems products={products} from={(page - 1) * perPage + 1} onOpen={onOpen} />
      ) : isError ? (
        <Failed onRetry={() => void refetch()} />
      ) : (
        <SkeletonItems count={Math.min(perPage, 8)} />
      )}
      {count > 1 && <MorePages {...props} before={[...before, ...products]} page={page + 1} count={count - 1} />}
    </>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
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
