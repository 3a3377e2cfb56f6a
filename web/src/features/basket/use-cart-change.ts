// Changes of the cart. The page shows them before the server has responded.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { failureText } from '~shared/api/failure'
import { post } from '~shared/api/http'
import type { Cart, CartItem, ProductCard } from '~shared/api/types'
import { useIsSignedIn } from '~shared/features/auth/store'
import { useI18n, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { toast } from '~shared/ui/toast-store'
import { cartQuery, countsQuery, ORDER_CHECKS_KEY } from '../account/counts'
import { type Referral, referral } from './referral'
import { DOUBLE_TAP_MS, keyOf, type LineSize } from './rules'
import { basket } from './store'

type CartChange =
  | { kind: 'add'; productId: number; sizeId?: number | undefined; count: number; referral?: Referral | undefined }
  | { kind: 'update'; productId: number; sizeId?: number | undefined; count: number }
  | { kind: 'remove'; productId: number; sizeId?: number | undefined }
  /** The cart page passes `send`, so that other pages do not download its code. */
  | { kind: 'replace'; items: CartItem[]; send: () => Promise<{ data: Cart }> }

/** The price of a line without discounts. */
const fullPrice = ({ product, size, unitPrice, count }: CartItem) => (size ? unitPrice : (product?.price ?? unitPrice)) * count

const cartOf = (items: CartItem[]): Cart => {
  const total = items.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
  const subtotal = items.reduce((sum, item) => sum + fullPrice(item), 0)
  return { items, subtotal, discount: subtotal - total, total }
}

/** The cart as it will probably be. Only the server knows the price of an addition, so the lines stay until it responds. */
function predictCart(cart: Cart, change: CartChange): Cart {
  if (change.kind === 'add') return cart
  if (change.kind === 'replace') return cartOf(change.items)
  const isRemovalOfAllSizes = change.kind === 'remove' && change.sizeId === undefined
  const isChanged = (item: CartItem) =>
    isRemovalOfAllSizes
      ? item.productId === change.productId
      : keyOf(item.productId, item.sizeId) === keyOf(change.productId, change.sizeId)
  if (change.kind === 'remove') return cartOf(cart.items.filter((item) => !isChanged(item)))
  return cartOf(
    cart.items.map((item) => (isChanged(item) ? { ...item, count: change.count, lineTotal: item.unitPrice * change.count } : item)),
  )
}

const unitsOf = (cart: Cart) => cart.items.reduce((sum, { count }) => sum + count, 0)

/** Changes are sent one after the other, shown at once, and reverted on failure. */
export function useCartChange() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const cartKey = cartQuery(locale).queryKey
  const countsKey = countsQuery(locale).queryKey

  return useMutation({
    mutationKey: ['cart'],
    scope: { id: 'cart' },
    mutationFn: (change: CartChange): Promise<{ data: Cart }> => {
      if (change.kind === 'replace') return change.send()
      const { kind, ...body } = change
      if (kind === 'add') return post(locale, '/cart/add', body as { productId: number; count: number })
      if (kind === 'update') return post(locale, '/cart/update', body as { productId: number; count: number })
      return post(locale, '/cart/remove', body as { productId: number })
    },
    onMutate: async (change) => {
      await Promise.all([client.cancelQueries({ queryKey: cartKey }), client.cancelQueries({ queryKey: countsKey })])
      const previous = client.getQueryData(cartKey)
      const predicted = previous && { data: predictCart(previous.data, change) }
      if (predicted) client.setQueryData(cartKey, predicted)
      const predictedDifference = previous && predicted ? unitsOf(predicted.data) - unitsOf(previous.data) : 0
      // The predicted cart lacks the units of an addition.
      const addedUnits = change.kind === 'add' ? change.count : predictedDifference
      client.setQueryData(countsKey, (old) => old && { data: { ...old.data, cartCount: Math.max(0, old.data.cartCount + addedUnits) } })
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ORDER_CHECKS_KEY }),
    onSuccess: (response) => {
      // A later change is already shown. Its response will follow.
      if (client.isMutating({ mutationKey: ['cart'] }) > 1) return
      client.setQueryData(cartKey, response)
      // A change cancels the request of the counts, which may never have loaded.
      if (!client.getQueryData(countsKey)) void client.invalidateQueries({ queryKey: countsKey })
      client.setQueryData(countsKey, (old) => old && { data: { ...old.data, cartCount: unitsOf(response.data) } })
    },
    onError: (error) => {
      toast.bad(failureText(t, error))
      void client.invalidateQueries({ queryKey: cartKey })
      void client.invalidateQueries({ queryKey: countsKey })
    },
  })
}

let lastPress = { key: '', at: 0 }

function isDoubleTap(key: string) {
  const previous = lastPress
  lastPress = { key, at: performance.now() }
  return previous.key === key && lastPress.at - previous.at < DOUBLE_TAP_MS
}

export function useAddToCart() {
  const t = useT()
  const navigate = useNavigate()
  const isSignedIn = useIsSignedIn()
  const { mutate } = useCartChange()

  const showAddedToast = () =>
    toast.good(t('common.cart.added'), { action: { label: t('common.cart.view'), run: () => void navigate(paths.cart()) } })

  return (product: ProductCard, size: LineSize | null = null, addOns: ProductCard[] = []) => {
    if (isDoubleTap(keyOf(product.id, size?.id))) return
    const lines = [...addOns.map((card) => ({ card, size: null })), { card: product, size }]
    // `mutate` calls only the last callback, so one message is shown for all lines.
    if (isSignedIn)
      for (const { card, size } of lines)
        mutate(
          { kind: 'add', productId: card.id, sizeId: size?.id, count: 1, referral: referral.forProduct?.(card.slug) },
          { onSuccess: showAddedToast },
        )
    else {
      for (const { card, size } of lines) basket.add(card, size)
      showAddedToast()
    }
  }
}
