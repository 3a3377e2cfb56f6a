// The server keeps an account's cart, the browser a guest's basket.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountCart } from '~/features/basket/components/account-cart'
import { MergeNotice } from '~/features/basket/components/merge-notice'
import { PromoField } from '~/features/checkout/components/promo-field'
import { RecentlyViewed } from '~/features/product/components/recently-viewed'
import type { CartItem } from '~shared/api/types'
import { useIsSignedIn } from '~shared/features/auth/store'
import { lineText } from '~shared/features/basket/line-text'
import { productsQuery } from '~shared/features/catalog/queries'
import { type Translate, useLocale, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { ButtonLink } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { CartLayout, EmptyCart } from '../features/basket/components/cart-layout'
import { CartLine, type LineView } from '../features/basket/components/cart-line'
import { CartSummary } from '../features/basket/components/cart-summary'
import { cartQuery } from '~/features/account/counts'
import { type Line, lineKey, lineTotal, preparationOf, stockIds, totals, countUnits } from '../features/basket/rules'
import { basket, useBasket } from '../features/basket/store'
import { useGuestLines } from '../features/basket/use-guest-lines'

/** `available` is known only if it is small. */
interface GuestStock {
  available?: number | undefined
  problem?: CartItem['problem']
}

/** Until the response arrives, all lines count as available. */
function useGuestStock(lines: Line[]): (line: Line) => GuestStock {
  const locale = useLocale()
  const ids = stockIds(lines)
  const { data } = useQuery({ ...productsQuery(locale, ids), enabled: ids.length > 0 })
  return ({ id, count, size }) => {
    if (!data || !ids.includes(id)) return {}
    const card = data.data.products.find((product) => product.id === id)
    if (!card) return { available: 0, problem: 'product_not_found' }
    if (!card.inStock) return { available: 0, problem: 'out_of_stock' }
    const available = size ? size.stock : card.left
    return { available, ...(available !== undefined && count > available && { problem: 'not_enough_stock' }) }
  }
}

function useInCart(): number[] {
  const isSignedIn = useIsSignedIn()
  const lines = useBasket((state) => state.lines)
  const { data } = useQuery({ ...cartQuery(useLocale()), enabled: isSignedIn })
  if (isSignedIn) return data?.data.items.map(({ productId }) => productId) ?? []
  return lines.map(({ id }) => id)
}

export function Component() {
  const t = useT()
  const isSignedIn = useIsSignedIn()
  useDocumentHead(t('common.titleOf', { name: t('cart.title') }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-16 pt-6 sm:pt-8">
      <div>
        {isSignedIn ? (
          <>
            <MergeNotice />
            <AccountCart />
          </>
        ) : (
          <GuestCart />
        )}
      </div>
      <RecentlyViewed except={useInCart()} />
    </div>
  )
}

const lineViewOf = (t: Translate, line: Line, { available, problem }: GuestStock): LineView => ({
  key: lineKey(line),
  product: line.product,
  sizeName: line.size?.name,
  count: line.count,
  total: lineTotal(line),
  fullTotal: line.size ? lineTotal(line) : line.product.price * line.count,
  max: available,
  problem: lineText(t, { problem, available: available ?? 0 }),
})

/** Every removal can be undone, because the browser still has the lines. */
function GuestCart() {
  const t = useT()
  const lines = useGuestLines()
  const stockOf = useGuestStock(lines)
  const [isCleared, setCleared] = useState(false)
  if (lines.length === 0) return <EmptyCart hasFocus={isCleared} />

  const changeWithUndo = (change: () => void, message = t('cart.removed')) => {
    change()
    toast.plain(message, { label: t('common.undo'), run: () => basket.restore(lines) })
  }
  return (
    <CartLayout
      count={countUnits(lines)}
      onClear={() => {
        setCleared(true)
        changeWithUndo(basket.clear, t('cart.cleared'))
      }}
      summary={
        <CartSummary
          {...totals(lines)}
          preparationDays={preparationOf(lines.map(({ product }) => product))}
          promo={<PromoField note={t('cart.promo.later')} />}
        >
          <ButtonLink to={paths.checkout()} size="lg">
            {t('cart.checkout')}
          </ButtonLink>
          <ButtonLink to={paths.signIn(paths.cart())} look="quiet">
            {t('cart.signIn')}
          </ButtonLink>
          <p className="text-sm text-muted">{t('cart.signInHint')}</p>
        </CartSummary>
      }
    >
      {lines.map((line) => {
        const key = lineKey(line)
        return (
          <CartLine
            key={key}
            line={lineViewOf(t, line, stockOf(line))}
            onLess={() => (line.count > 1 ? basket.decrease(key) : changeWithUndo(() => basket.decrease(key)))}
            onMore={() => basket.increase(key)}
            onRemove={() => changeWithUndo(() => basket.remove(line.id))}
          />
        )
      })}
    </CartLayout>
  )
}
