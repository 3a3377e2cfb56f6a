import { Suspense, useState } from 'react'
import type { Product, ProductCard } from '~shared/api/types'
import { useAddToCart } from '~/features/basket/use-add-to-cart'
import { FavouriteButton } from '~/features/favourites/components/favourite-button'
import { useT } from '~shared/i18n/context'
import { lazyPart } from '~/lib/lazy-part'
import { Button } from '~shared/ui/button'
import { percentOff, Price } from '~shared/ui/price'
import { cardOf } from '~shared/features/product/store'
import { Installment } from './installment'
import { SizePicker } from './size-picker'
import { Stock } from './stock'
import { useChosenSize } from './use-chosen-size'

// Few first visits need to know how a date is written.
const DiscountEnd = lazyPart(() => import('./discount-end'), 'around')
const AddOns = lazyPart(() => import('./add-ons'), 'around')

/** Price, size, stock and the one primary action of the page. On phones that action sticks to the bottom of the screen. */
export function BuyBox({ product }: { product: Product }) {
  const t = useT()
  const addToCart = useAddToCart()
  const { size } = useChosenSize(product)
  const [isSizeMissing, setSizeMissing] = useState(false)
  const [addOns, setAddOns] = useState<ProductCard[]>([])
  const price = size ? size.price : product.price
  const discounted = size ? undefined : product.discountedPrice
  // Sizes are reduced in the same ratio.
  const percent = percentOff(product.price, product.discountedPrice)
  const left = size ? size.stock : product.stock
  const canBuy = product.inStock && left > 0

  const buy = () => {
    const isMissing = product.hasSizes && !size
    setSizeMissing(isMissing)
    if (isMissing) return document.getElementById('sizes')?.focus()
    addToCart(cardOf(product), size ? { id: size.id, name: size.name, price: size.price, stock: size.stock } : null, addOns)
    setAddOns([])
  }
  const label = canBuy ? t('product.add') : t('catalog.soldOut')

  return (
    <div className="grid gap-5">
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-center gap-3">
          <Price price={price} discounted={discounted} size="page" />
          {percent > 0 && (
            <span className="rounded-full bg-accent px-2.5 py-1 text-sm leading-none font-bold text-on-accent">−{percent}%</span>
          )}
        </div>
        {percent > 0 && product.discountUntil && (
          <p className="min-h-6 text-[0.9375rem] text-muted">
            <Suspense>
              <DiscountEnd until={product.discountUntil} />
            </Suspense>
          </p>
        )}
        <Installment plans={product.installment} price={discounted ?? price} />
      </div>
      <SizePicker product={product} isMissing={isSizeMissing && !size} />
      {canBuy && product.addOns.length > 0 && (
        <Suspense fallback={<div className="min-h-64 sm:min-h-40" />}>
          <AddOns products={product.addOns} chosen={addOns} onChoose={setAddOns} price={discounted ?? price} />
        </Suspense>
      )}
      <Stock product={product} canBuy={canBuy} left={left} />
      <div className="hidden gap-3 lg:flex">
        <Button size="lg" className="grow" disabled={!canBuy} onClick={buy}>
          {label}
        </Button>
        <FavouriteButton
          product={product}
          className="size-13! rounded-lg! border border-line-strong/50 text-muted hover:border-line-strong hover:text-accent-text"
        />
      </div>
      <div
        data-buy-bar
        className="fixed inset-x-0 bottom-0 z-30 flex items-center gap-3 border-t border-line bg-surface/95 px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-lifted backdrop-blur-sm lg:hidden"
      >
        <div className="shrink-0">
          <Price price={price} discounted={discounted} />
        </div>
        <Button size="lg" className="grow px-3!" disabled={!canBuy} onClick={buy}>
          {label}
        </Button>
        <FavouriteButton product={product} className="text-muted" />
      </div>
    </div>
  )
}
