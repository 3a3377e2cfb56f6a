import { useSuspenseQuery } from '@tanstack/react-query'
import { LateShelf, ShelfRow } from '~/features/catalog/components/shelf'
import { useI18n } from '~shared/i18n/context'
import { productsQuery } from '~shared/features/catalog/queries'
import { useProductStore } from '~shared/features/product/store'

/** The device stores ids only; current prices come from the shop. */
export function RecentlyViewed({ except = [] }: { except?: number[] }) {
  const ids = useProductStore((state) => state.viewed).filter((id) => !except.includes(id))
  if (ids.length === 0) return null
  return (
    <LateShelf>
      <Viewed ids={ids} />
    </LateShelf>
  )
}

function Viewed({ ids }: { ids: number[] }) {
  const { t, locale } = useI18n()
  const { products } = useSuspenseQuery(productsQuery(locale, ids)).data.data
  return <ShelfRow title={t('product.viewed')} products={products} />
}
