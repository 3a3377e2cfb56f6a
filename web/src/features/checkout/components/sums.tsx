import type { CheckedCart } from '~shared/api/types'
import { SumRow, TotalRow } from '~/features/basket/components/sum-rows'
import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'

/** Every amount of the order, and what they come to. */
export function Sums({ checked, hasAddress }: { checked: CheckedCart; hasAddress: boolean }) {
  const t = useT()
  const { subtotal, discount, promoDiscount, deliveryFee, total, vat } = checked
  const delivery = deliveryFee > 0 ? money(deliveryFee) : t('checkout.free')
  return (
    <dl className="grid gap-2.5 text-[0.9375rem]">
      <SumRow label={t('cart.subtotal')} value={money(subtotal)} />
      {discount > 0 && <SumRow label={t('cart.discount')} value={money(-discount)} isGood />}
      {promoDiscount > 0 && <SumRow label={t('cart.promo.label')} value={money(-promoDiscount)} isGood />}
      {hasAddress && <SumRow label={t('checkout.delivery.fee')} value={delivery} isGood={deliveryFee === 0} />}
      <TotalRow label={t('cart.total')} value={money(total)} note={vat > 0 ? t('checkout.vat', { price: money(vat) }) : undefined} />
    </dl>
  )
}
