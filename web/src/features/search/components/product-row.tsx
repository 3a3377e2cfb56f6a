import type { ProductCard } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { Picture } from '~shared/ui/picture'
import { Price } from '~shared/ui/price'

export function ProductRow({ product: { name, imageUrl, price, discountedPrice, inStock } }: { product: ProductCard }) {
  const t = useT()
  return (
    <>
      <span className="size-13 shrink-0 overflow-hidden rounded-md bg-pearl">
        <Picture src={imageUrl} alt="" sizes="52px" className="size-full object-cover" />
      </span>
      <span className="grid min-w-0 grow">
        <span className="truncate text-[0.9375rem]">{name}</span>
        <span className="flex items-baseline gap-2">
          <Price price={price} discounted={discountedPrice} size="line" />
          {!inStock && <span className="text-sm text-muted">{t('catalog.soldOut')}</span>}
        </span>
      </span>
    </>
  )
}
