import { useNavigate } from 'react-router'
import type { ProductCard } from '~/api/types'
import { useT } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { toast } from '~/ui/toast-store'
import { useIsSignedIn } from '../auth/store'
import { DOUBLE_TAP, keyOf, type LineSize } from './rules'
import { referral } from './referral'
import { basket } from './store'
import { useCartChange } from './use-cart-change'

let last = { key: '', at: 0 }

function isDoubleTap(key: string) {
  const before = last
  last = { key, at: performance.now() }
  return before.key === key && last.at - before.at < DOUBLE_TAP
}

/** Into the guest's basket or the account's cart, whichever is theirs. */
export function useAddToCart() {
  const t = useT()
  const navigate = useNavigate()
  const isSignedIn = useIsSignedIn()
  const { mutate } = useCartChange()

  const sayAdded = () =>
    toast.good(t('common.cart.added'), { action: { label: t('common.cart.view'), run: () => void navigate(paths.cart()) } })

  return (product: ProductCard, size: LineSize | null = null) => {
    if (isDoubleTap(keyOf(product.id, size?.id))) return
    if (isSignedIn)
      return mutate(
        { kind: 'add', productId: product.id, sizeId: size?.id, count: 1, referral: referral.of?.(product.slug) },
        { onSuccess: sayAdded },
      )
    basket.add(product, size)
    sayAdded()
  }
}
