import { useState } from 'react'
import { useT } from '~shared/i18n/context'
import type { Translate } from '~shared/i18n/translate'
import { PromoField } from '~/features/checkout/components/promo-field'
import { paths } from '~shared/lib/paths'
import { ButtonLink } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { type Line, lineKey, lineTotal, preparationOf, totals, units } from '../rules'
import { lineText } from '~shared/features/basket/line-text'
import { basket, useBasket } from '../store'
import { type GuestStock, useGuestStock } from '../use-guest-stock'
import { CartLayout, EmptyCart } from './cart-layout'
import { CartLine, type LineView } from './cart-line'
import { CartSummary } from './cart-summary'

const view = (t: Translate, line: Line, { available, problem }: GuestStock): LineView => ({
  key: lineKey(line),
  product: line.product,
  sizeName: line.size?.name,
  count: line.count,
  total: lineTotal(line),
  fullTotal: line.size ? lineTotal(line) : line.product.price * line.count,
  max: available,
  problem: lineText(t, { problem, available: available ?? 0 }),
})

export function GuestCart() {
  const t = useT()
  const lines = useBasket((state) => state.lines)
  const stockOf = useGuestStock(lines)
  const [isCleared, setCleared] = useState(false)
  if (lines.length === 0) return <EmptyCart takesFocus={isCleared} />

  const undoable = (change: () => void, message = t('cart.removed')) => {
    change()
    toast.plain(message, { label: t('common.undo'), run: () => basket.put(lines) })
  }
  return (
    <CartLayout
      count={units(lines)}
      onClear={() => {
        setCleared(true)
        undoable(basket.clear, t('cart.cleared'))
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
            line={view(t, line, stockOf(line))}
            onLess={() => (line.count > 1 ? basket.decrease(key) : undoable(() => basket.decrease(key)))}
            onMore={() => basket.increase(key)}
            onRemove={() => undoable(() => basket.remove(line.id))}
          />
        )
      })}
    </CartLayout>
  )
}
