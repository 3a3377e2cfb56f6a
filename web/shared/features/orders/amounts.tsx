import type { Order } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { methodText } from './method-text'
import { PaymentBadge } from './payment-badge'

/** What it cost and how that came about. */
export function Amounts({ order }: { order: Order }) {
  const t = useT()
  const { subtotal, discount, promoDiscount, deliveryFee, bonusAmount, bonusReturned, total, vat, refunded } = order.amounts
  return (
    <section aria-labelledby="amounts" className="grid gap-4 rounded-xl border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="amounts" className="text-xl">
          {t('orders.amounts.title')}
        </h2>
        <PaymentBadge status={order.paymentStatus} />
      </div>
      <dl className="grid gap-2.5 text-[0.9375rem]">
        <Row label={t('orders.amounts.subtotal')} value={money(subtotal)} />
        {discount > 0 && <Row label={t('orders.amounts.discount')} value={money(-discount)} isGood />}
        {promoDiscount > 0 && (
          <Row
            label={order.promoCode ? t('orders.amounts.promoOf', { code: order.promoCode }) : t('orders.amounts.promo')}
            value={money(-promoDiscount)}
            isGood
          />
        )}
        <Row label={t('orders.amounts.delivery')} value={deliveryFee > 0 ? money(deliveryFee) : t('orders.amounts.free')} />
        {bonusAmount > 0 && <Row label={t('orders.amounts.bonuses')} value={money(-bonusAmount)} isGood />}
        <div className="mt-1.5 flex items-baseline justify-between gap-4 border-t border-line pt-4">
          <dt className="text-lg font-bold">{t('orders.amounts.total')}</dt>
          <dd className="text-2xl font-bold tracking-tight whitespace-nowrap tabular-nums">{money(total)}</dd>
        </div>
        <Row label={t('orders.amounts.vat')} value={money(vat)} />
        {refunded > 0 && <Row label={t('orders.amounts.refunded')} value={money(refunded)} />}
        {bonusReturned > 0 && <Row label={t('orders.amounts.bonusesBack')} value={money(bonusReturned)} />}
        <Row label={t('orders.amounts.method')} value={methodText(t, order)} />
      </dl>
    </section>
  )
}

function Row({ label, value, isGood = false }: { label: string; value: string; isGood?: boolean }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd className={`text-right font-medium tabular-nums ${isGood ? 'text-good' : ''}`}>{value}</dd>
    </div>
  )
}
