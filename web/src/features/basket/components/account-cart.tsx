import { useQuery } from '@tanstack/react-query'
import type { CartItem } from '~/api/types'
import { useI18n } from '~/i18n/context'
import { money } from '~/i18n/format'
import type { Translate } from '~/i18n/translate'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/button'
import { LoadFailure } from '~/ui/load-failure'
import { toast } from '~/ui/toast-store'
import { cartQuery } from '../queries'
import { keyOf } from '../rules'
import { useCartChange } from '../use-cart-change'
import { CartLayout, EmptyCart } from './cart-layout'
import { CartLine, type LineView } from './cart-line'
import { CartSkeleton } from './cart-skeleton'
import { CartSummary } from './cart-summary'

function problemText(t: Translate, { problem, available }: CartItem) {
  if (!problem) return undefined
  if (problem === 'not_enough_stock') return t('cart.problem.not_enough_stock', { count: available })
  if (problem === 'out_of_stock') return t('cart.problem.out_of_stock')
  if (problem === 'size_required') return t('cart.problem.size_required')
  return t('cart.problem.product_not_found')
}

const view = (t: Translate, item: CartItem): LineView => ({
  key: keyOf(item.productId, item.sizeId),
  product: item.product,
  sizeName: item.size?.name,
  count: item.count,
  total: item.lineTotal,
  fullTotal: item.size ? item.lineTotal : (item.product?.price ?? item.unitPrice) * item.count,
  max: item.available,
  problem: problemText(t, item),
  note: item.previousPrice === undefined ? undefined : t('cart.priceWas', { price: money(item.previousPrice) }),
})

export function AccountCart() {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(cartQuery(locale))
  const { mutate } = useCartChange()
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <CartSkeleton />
  const { items, subtotal, discount, total } = data.data
  if (items.length === 0) return <EmptyCart />

  const set = (item: CartItem, count: number) => mutate({ kind: 'update', productId: item.productId, sizeId: item.sizeId, count })
  const remove = (item: CartItem) => {
    mutate({ kind: 'remove', productId: item.productId, sizeId: item.sizeId })
    const putBack = () => mutate({ kind: 'add', productId: item.productId, sizeId: item.sizeId, count: item.count })
    toast.plain(t('cart.removed'), { label: t('common.undo'), run: putBack })
  }
  return (
    <CartLayout
      count={items.reduce((sum, { count }) => sum + count, 0)}
      summary={
        <CartSummary subtotal={subtotal} discount={discount} total={total}>
          <ButtonLink to={paths.home()} look="secondary" size="lg">
            {t('cart.goOn')}
          </ButtonLink>
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
