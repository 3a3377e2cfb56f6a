import { ShelfRow } from '~/features/catalog/components/shelf'
import { useT } from '~/i18n/context'
import { useProductStore } from '../store'

/** Without the products that are on the page already. */
export function RecentlyViewed({ except = [] }: { except?: number[] }) {
  const t = useT()
  const viewed = useProductStore((state) => state.viewed)
  return <ShelfRow title={t('product.viewed')} products={viewed.filter(({ id }) => !except.includes(id))} />
}
