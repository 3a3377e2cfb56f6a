import { useQueries } from '@tanstack/react-query'
import { ProductItems, SkeletonItems } from '~/features/catalog/components/product-grid'
import { useLocale, useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { listQuery } from '../queries'

interface Props {
  slug: string
  from: number
  count: number
  perPage: number
}

/** The pages after the first one, each its own query, so that back finds them at once. */
export function MoreOfList({ slug, from, count, perPage }: Props) {
  const t = useT()
  const locale = useLocale()
  const pages = useQueries({ queries: Array.from({ length: count }, (_, index) => listQuery(locale, slug, from + index)) })
  return pages.map((page, index) => {
    const number = from + index
    if (page.data) return <ProductItems key={number} products={page.data.data.products} />
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
