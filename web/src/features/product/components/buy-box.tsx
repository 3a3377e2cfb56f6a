// Where a shopper sees the price, chooses a size, and buys.

import { ArrowRight, CircleCheck, CircleX, Flame } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useAddToCart } from '~/features/basket/use-cart-change'
import { FavouriteButton } from '~/features/favourites/components/favourite-button'
import { lazyPart } from '~/lib/lazy-part'
import type { Product, ProductCard } from '~shared/api/types'
import { cardOf } from '~shared/features/product/store'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Button } from '~shared/ui/button'
import { percentOff, Price } from '~shared/ui/product-facts'
import { Installment } from './installment'
import { SizePicker, useChosenSize } from './size-picker'

// The first paint shows neither component.
const DiscountEnd = lazyPart(() => import('./discount-end'), 'deferred')
const AddOns = lazyPart(() => import('./add-ons'), 'deferred')

/** On phones, the buy button sticks to the bottom of the screen. */
export function BuyBox({ product }: { product: Product }) {
  const t = useT()
  const addToCart = useAddToCart()
  const { size } = useChosenSize(product)
  const [isSizeMissing, setSizeMissing] = useState(false)
  const [addOns, setAddOns] = useState<ProductCard[]>([])
  // The price of a size includes the discount, and there is no old price to show.
  const price = size ? size.price : product.price
  const discounted = size ? undefined : product.discountedPrice
  // All sizes have the discount of the product.
  const percent = percentOff(product.price, product.discountedPrice)
  const unitsInStock = size ? size.stock : product.stock
  const canBuy = product.inStock && unitsInStock > 0

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
      <Stock product={product} canBuy={canBuy} unitsInStock={unitsInStock} />
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

/** Up to this stock, the page says how many are left. */
const FEW_LEFT = 5
const LINE = 'flex items-center gap-2 text-[0.9375rem] font-semibold'

/** A sold-out product links to alternatives. */
function Stock({ product, canBuy, unitsInStock }: { product: Product; canBuy: boolean; unitsInStock: number }) {
  const t = useT()
  if (!canBuy)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-5">
        <p className={`${LINE} min-h-11 text-bad`}>
          <CircleX aria-hidden className="size-5" />
          {t('product.stock.none')}
        </p>
        <Link
          to={`${paths.category(product.category.slug)}?inStock=true`}
          className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-accent-text hover:underline"
        >
          {t('product.alike')}
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      </div>
    )
  if (unitsInStock <= FEW_LEFT)
    return (
      <p className={`${LINE} text-warn`}>
        <Flame aria-hidden className="size-5" />
        {t('catalog.left', { count: unitsInStock })}
      </p>
    )
  return (
    <p className={`${LINE} text-good`}>
      <CircleCheck aria-hidden className="size-5" />
      {t('product.stock.some')}
    </p>
  )
}
