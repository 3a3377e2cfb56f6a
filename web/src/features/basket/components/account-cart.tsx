// The cart of a signed-in account, which the server keeps.

import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { PromoField } from '~/features/checkout/components/promo-field'
import { checkQuery } from '~/features/checkout/queries'
import { post } from '~shared/api/http'
import type { CartItem } from '~shared/api/types'
import { lineText } from '~shared/features/basket/line-text'
import { promoText } from '~shared/features/checkout/promo'
import { usePrecheckout } from '~shared/features/checkout/store'
import { type Translate, useI18n, useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { ButtonLink } from '~shared/ui/button'
import { LoadFailure } from '~shared/ui/list-states'
import { Skeleton } from '~shared/ui/states'
import { toast } from '~shared/ui/toast-store'
import { cartQuery } from '~/features/account/counts'
import { restoreCartLines } from '../restore'
import { keyOf, preparationOf } from '../rules'
import { useCartChange } from '../use-cart-change'
import { CartLayout, EmptyCart } from './cart-layout'
import { CartLine, type LineView } from './cart-line'
import { CartSummary } from './cart-summary'

/** The sum that the promo code takes off, or why it does not apply. */
function useCartPromo() {
  const { t, locale } = useI18n()
  const promoCode = usePrecheckout((state) => state.promoCode)
  const { data, isFetching } = useQuery({ ...checkQuery(locale, promoCode === null ? {} : { promoCode }), enabled: promoCode !== null })
  const checked = promoCode === null ? undefined : data?.data
  const problem = checked?.problems.find(({ code }) => code.startsWith('promo'))
  const discount = checked?.promoDiscount ?? 0
  const isForDelivery = checked?.promo?.kind === 'free_delivery'
  const discountNote = discount > 0 ? t('cart.promo.off', { price: money(discount) }) : undefined
  return {
    isPending: isFetching,
    discount,
    problem: problem && promoText(t, problem),
    note: isForDelivery ? t('cart.promo.freeDelivery') : discountNote,
  }
}

const cartView = (t: Translate, item: CartItem): LineView => ({
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

function useCartActions(items: CartItem[], refetch: () => unknown) {
  const { t, locale } = useI18n()
  const { mutate } = useCartChange()

  const setCount = (item: CartItem, count: number) => mutate({ kind: 'update', productId: item.productId, sizeId: item.sizeId, count })
  const remove = (item: CartItem) => {
    mutate({ kind: 'remove', productId: item.productId, sizeId: item.sizeId })
    const restore = () => mutate({ kind: 'add', productId: item.productId, sizeId: item.sizeId, count: item.count })
    toast.plain(t('cart.removed'), { label: t('common.undo'), run: restore })
  }
  /** Omits products that are no longer for sale. */
  const restoreAll = async () => {
    const { data, missing } = await restoreCartLines(locale, items)
    if (missing) {
      toast.bad(t('cart.notRestored', { count: missing }))
      refetch()
    }
    return { data }
  }
  /** If "undo" fails, the toast offers it again. */
  const offerToRestore = () =>
    toast.plain(t('cart.cleared'), {
      label: t('common.undo'),
      run: () => mutate({ kind: 'replace', items, send: restoreAll }, { onError: offerToRestore }),
    })
  const clear = () => {
    mutate({ kind: 'replace', items: [], send: () => post(locale, '/cart/clear', {}) })
    offerToRestore()
  }
  return { setCount, remove, clear }
}

const NO_ITEMS: CartItem[] = []

export function AccountCart() {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(cartQuery(locale))
  const promo = useCartPromo()
  const [isCleared, setCleared] = useState(false)
  const { setCount, remove, clear } = useCartActions(data?.data.items ?? NO_ITEMS, refetch)
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <CartSkeleton />
  const { items, subtotal, discount, total } = data.data
  if (items.length === 0) return <EmptyCart hasFocus={isCleared} />
  return (
    <CartLayout
      count={items.reduce((sum, { count }) => sum + count, 0)}
      notice={<CartNotice items={items} />}
      onClear={() => {
        setCleared(true)
        clear()
      }}
      summary={
        <CartSummary
          subtotal={subtotal}
          discount={discount}
          promoDiscount={promo.discount}
          total={total}
          preparationDays={preparationOf(items.map(({ product }) => product))}
          promo={<PromoField isPending={promo.isPending} problem={promo.problem} note={promo.note} />}
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
          line={cartView(t, item)}
          onLess={() => (item.count > 1 ? setCount(item, item.count - 1) : remove(item))}
          onMore={() => setCount(item, item.count + 1)}
          onRemove={() => remove(item)}
        />
      ))}
    </CartLayout>
  )
}

function CartSkeleton() {
  return (
    <div className="grid gap-8 pt-2 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <div className="grid gap-4">
        <Skeleton className="h-10 w-40" />
        <Skeleton className="h-32 w-full rounded-xl" />
        <Skeleton className="h-32 w-full rounded-xl" />
      </div>
      <Skeleton className="h-72 w-full rounded-xl" />
    </div>
  )
}

/** Summarises the problems; each line shows its own. */
function CartNotice({ items }: { items: CartItem[] }) {
  const t = useT()
  const unavailableCount = items.filter(({ problem }) => problem !== undefined).length
  const repriced = items.filter(({ previousPrice }) => previousPrice !== undefined).length
  if (unavailableCount === 0 && repriced === 0) return null
  return (
    <div
      role="status"
      className={`mt-3 mb-2 flex gap-2.5 rounded-lg px-4 py-3 text-[0.9375rem] font-medium ${unavailableCount > 0 ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn'}`}
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      <div>
        {unavailableCount > 0 && <p>{t('cart.notice.stuck', { count: unavailableCount })}</p>}
        {repriced > 0 && <p>{t('cart.notice.repriced', { count: repriced })}</p>}
      </div>
    </div>
  )
}
