import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '~shared/api/http'
import type { CartItem } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import type { Translate } from '~shared/i18n/translate'
import { paths } from '~shared/lib/paths'
import { ButtonLink } from '~shared/ui/button'
import { PromoField } from '~/features/checkout/components/promo-field'
import { useCartPromo } from '~/features/checkout/use-cart-promo'
import { LoadFailure } from '~shared/ui/load-failure'
import { toast } from '~shared/ui/toast-store'
import { cartQuery } from '../queries'
import { lineText } from '~shared/features/basket/line-text'
import { keyOf, preparationOf } from '../rules'
import { restoreCartLines } from '../restore'
import { useCartChange } from '../use-cart-change'
import { CartLayout, EmptyCart } from './cart-layout'
import { CartLine, type LineView } from './cart-line'
import { CartNotice } from './cart-notice'
import { CartSkeleton } from './cart-skeleton'
import { CartSummary } from './cart-summary'

const view = (t: Translate, item: CartItem): LineView => ({
  key: keyOf(item.productId, item.sizeId),
  product: item.product,
  sizeName: item.size?.name,
  count: item.count,
  total: item.lineTotal,
  fullTotal: item.size ? item.lineTotal : (item.product?.price ?? item.unitPrice) * item.count,
  max: item.available,
  problem: lineText(t, item),
  note: item.previousPrice === undefined ? undefined : t('cart.priceWas', { price: money(item.previousPrice) }),
})

export function AccountCart() {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(cartQuery(locale))
  const { mutate } = useCartChange()
  const promo = useCartPromo()
  const [isCleared, setCleared] = useState(false)
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <CartSkeleton />
  const { items, subtotal, discount, total } = data.data
  if (items.length === 0) return <EmptyCart takesFocus={isCleared} />

  const set = (item: CartItem, count: number) => mutate({ kind: 'update', productId: item.productId, sizeId: item.sizeId, count })
  const remove = (item: CartItem) => {
    mutate({ kind: 'remove', productId: item.productId, sizeId: item.sizeId })
    const putBack = () => mutate({ kind: 'add', productId: item.productId, sizeId: item.sizeId, count: item.count })
    toast.plain(t('cart.removed'), { label: t('common.undo'), run: putBack })
  }
  const restore = async () => {
    const { data, missing } = await restoreCartLines(locale, items)
    if (missing) {
      toast.bad(t('cart.notRestored', { count: missing }))
      void refetch()
    }
    return { data }
  }
  const offerToRestore = () =>
    toast.plain(t('cart.cleared'), {
      label: t('common.undo'),
      run: () => mutate({ kind: 'replace', items, send: restore }, { onError: offerToRestore }),
    })
  const clear = () => {
    setCleared(true)
    mutate({ kind: 'replace', items: [], send: () => post(locale, '/cart/clear', {}) })
    offerToRestore()
  }
  return (
    <CartLayout
      count={items.reduce((sum, { count }) => sum + count, 0)}
      notice={<CartNotice items={items} />}
      onClear={clear}
      summary={
        <CartSummary
          subtotal={subtotal}
          discount={discount}
          promoDiscount={promo.discount}
          total={total}
          preparationDays={preparationOf(items.map(({ product }) => product))}
          promo={<PromoField isPending={promo.isPending} trouble={promo.trouble} note={promo.note} />}
        >
          <div className="grid gap-3">
            <ButtonLink to={paths.checkout()} size="lg">
              {t('cart.checkout')}
            </ButtonLink>
            <ButtonLink to={paths.home()} look="quiet">
              {t('cart.goOn')}
            </ButtonLink>
          </div>
        </CartSummary>
      }
    >
      {items.map((item) => (
        <CartLine
          key={keyOf(item.productId, item.sizeId)}
          line={view(t, item)}
          onLess={() => (item.count > 1 ? set(item, item.count - 1) : remove(item))}
          onMore={() => set(item, item.count + 1)}
          onRemove={() => remove(item)}
        />
      ))}
    </CartLayout>
  )
}
