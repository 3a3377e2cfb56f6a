// The goods and the amounts of an order's page, in the shop and in the back office.

import { MessageSquareText, Store } from 'lucide-react'
import { Link } from 'react-router'
import type { Order, OrderLine } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { Picture } from '~shared/ui/picture'
import { methodText, PaymentBadge, StatusBadge } from './badges'

/** The lines of an order, grouped by store. Each store's part has its own status. Only the shopper may review what was delivered. */
export function Lines({ order, canReview }: { order: Order; canReview: boolean }) {
  const t = useT()
  const hasSeveralStores = order.stores.length > 1
  return (
    <section aria-labelledby="lines" className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-6">
      <h2 id="lines" className="text-xl">
        {t('orders.lines')}
      </h2>
      {order.stores.map((part) => (
        <div key={part.storeId} className="grid gap-1">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h3 className="text-base">
              <Link to={paths.store(part.slug)} className="inline-flex min-h-11 items-center gap-2 hover:text-accent-text hover:underline">
                <Store aria-hidden className="size-4.5 text-muted" />
                {part.name}
              </Link>
            </h3>
            {hasSeveralStores && <StatusBadge status={part.status} />}
          </div>
          <ul className="divide-y divide-line border-t border-line">
            {order.lines
              .filter(({ id }) => part.lineIds.includes(id))
              .map((line) => (
                <Line key={line.id} line={line} canReview={canReview && part.status === 'delivered'} />
              ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function Line({ line, canReview }: { line: OrderLine; canReview: boolean }) {
  const t = useT()
  const { name, slug, imageUrl, size, count, unitPrice, lineTotal, refundedCount } = line
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-4 py-4 last:pb-0">
      <Picture src={imageUrl} alt="" sizes="72px" className="size-18 rounded-lg bg-pearl object-cover" />
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="grid min-w-0 gap-0.5">
          <Link to={paths.product(slug)} className="font-medium hover:text-accent-text hover:underline">
            {name}
          </Link>
          <p className="text-sm text-muted tabular-nums">
            {size && `${size}, `}
            {t('orders.countAndPrice', { count, price: money(unitPrice) })}
          </p>
          {refundedCount > 0 && <p className="text-sm font-medium text-warn">{t('orders.givenBack', { count: refundedCount })}</p>}
          {canReview && refundedCount < count && (
            <Link
              to={paths.writeReview(slug)}
              className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-accent-text hover:underline"
            >
              <MessageSquareText aria-hidden className="size-4.5" />
              {t('orders.review')}
              <span className="sr-only">: {name}</span>
            </Link>
          )}
        </div>
        <p className="font-bold tracking-tight whitespace-nowrap tabular-nums">{money(lineTotal)}</p>
      </div>
    </li>
  )
}

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
        <AmountRow label={t('orders.amounts.subtotal')} value={money(subtotal)} />
        {discount > 0 && <AmountRow label={t('orders.amounts.discount')} value={money(-discount)} isGood />}
        {promoDiscount > 0 && (
          <AmountRow
            label={order.promoCode ? t('orders.amounts.promoOf', { code: order.promoCode }) : t('orders.amounts.promo')}
            value={money(-promoDiscount)}
            isGood
          />
        )}
        <AmountRow label={t('orders.amounts.delivery')} value={deliveryFee > 0 ? money(deliveryFee) : t('orders.amounts.free')} />
        {bonusAmount > 0 && <AmountRow label={t('orders.amounts.bonuses')} value={money(-bonusAmount)} isGood />}
        <div className="mt-1.5 flex items-baseline justify-between gap-4 border-t border-line pt-4">
          <dt className="text-lg font-bold">{t('orders.amounts.total')}</dt>
          <dd className="text-2xl font-bold tracking-tight whitespace-nowrap tabular-nums">{money(total)}</dd>
        </div>
        <AmountRow label={t('orders.amounts.vat')} value={money(vat)} />
        {refunded > 0 && <AmountRow label={t('orders.amounts.refunded')} value={money(refunded)} />}
        {bonusReturned > 0 && <AmountRow label={t('orders.amounts.bonusesBack')} value={money(bonusReturned)} />}
        <AmountRow label={t('orders.amounts.method')} value={methodText(t, order)} />
      </dl>
    </section>
  )
}

/** A name and an amount. `isGood` marks an amount that makes the order cheaper. */
function AmountRow({ label, value, isGood = false }: { label: string; value: string; isGood?: boolean }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd className={`text-right font-medium tabular-nums ${isGood ? 'text-good' : ''}`}>{value}</dd>
    </div>
  )
}
