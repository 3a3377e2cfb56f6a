import { useNavigate } from 'react-router'
import type { ProductCard } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { toast } from '~shared/ui/toast-store'
import { useIsSignedIn } from '~shared/features/auth/store'
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

  /** `addOns` go into the cart along with the product. */
  return (product: ProductCard, size: LineSize | null = null, addOns: ProductCard[] = []) => {
    if (isDoubleTap(keyOf(product.id, size?.id))) return
    const lines = [...addOns.map((card) => ({ card, size: null })), { card: product, size }]
    // The answers come one after the other: only the last one says that it is done.
    if (isSignedIn)
      for (const { card, size } of lines)
        mutate({ kind: 'add', productId: card.id, sizeId: size?.id, count: 1, referral: referral.of?.(card.slug) }, { onSuccess: sayAdded })
    else {
      for (const { card, size } of lines) basket.add(card, size)
      sayAdded()
    }
  }
}
