import { useQuery } from '@tanstack/react-query'
import { Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import DeliveryLine from '~/features/destination/delivery-line'
import { useEarliest } from '~/features/destination/earliest'
import { useDestination, usePlaceName } from '~/features/destination/store'
import { promisesQuery } from '~/features/promises/texts'
import { useI18n, useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'

/** Amounts are in qəpik. */
interface CartSummaryProps {
  /** The sum without discounts. */
  subtotal: number
  discount: number
  promoDiscount?: number
  /** The sum after the products' discounts, before the promo code. */
  total: number
  /** The longest preparation among the products. */
  preparationDays: number
  promo: ReactNode
  children: ReactNode
}

export function CartSummary({ subtotal, discount, promoDiscount = 0, total, preparationDays, promo, children }: CartSummaryProps) {
  const { t, locale } = useI18n()
  const promises = useQuery(promisesQuery(locale)).data?.data
  const earliest = useEarliest(preparationDays)
  const placeName = usePlaceName()
  const isChosen = useDestination((state) => state.isChosen)
  // The threshold depends on the zone. Without a known place, the nearest zone counts.
  const nearest = promises?.tariffs[0]
  const freeFrom = earliest ? earliest.freeFrom : nearest?.freeFrom
  const place = placeName ?? earliest?.zone ?? nearest?.title
  return (
    <aside
      aria-label={t('cart.summary')}
      className="grid gap-5 rounded-xl border border-line bg-surface p-5 shadow-quiet sm:p-6 lg:sticky lg:top-40"
    >
      {freeFrom !== undefined && place !== undefined && (
        <FreeDelivery
          total={total}
          from={freeFrom}
          place={place}
          isDearerElsewhere={!isChosen && promises?.freeFromEverywhere !== freeFrom}
        />
      )}
      <div className="flex min-h-20 gap-3.5">
        <Truck aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
        <DeliveryLine goods={total} preparationDays={preparationDays} />
      </div>
      {promo}
      <dl className="grid gap-2.5 text-[0.9375rem]">
        <SumRow label={t('cart.subtotal')} value={money(subtotal)} />
        {discount > 0 && <SumRow label={t('cart.discount')} value={money(-discount)} isGood />}
        {promoDiscount > 0 && <SumRow label={t('cart.promo.label')} value={money(-promoDiscount)} isGood />}
        <TotalRow label={t('cart.total')} value={money(total - promoDiscount)} note={t('cart.withoutDelivery')} />
      </dl>
      {children}
    </aside>
  )
}

interface FreeDeliveryProps {
  /** The total of the goods, in qəpik. */
  total: number
  /** The total from which delivery is free, in qəpik. */
  from: number
  /** The zone, shown until an address is chosen. */
  place?: string
  /** Whether another zone needs a higher total. */
  isDearerElsewhere?: boolean
}

export function FreeDelivery({ total, from, place, isDearerElsewhere = false }: FreeDeliveryProps) {
  const t = useT()
  if (from <= 0) return null
  const share = Math.min(1, total / from)
  const isReached = share === 1
  const missing = money(from - total)
  const text =
    place === undefined
      ? t(isReached ? 'cart.freeDelivery.reached' : 'cart.freeDelivery.left', { price: missing })
      : t(isReached ? 'cart.freeDelivery.reachedIn' : 'cart.freeDelivery.leftIn', { place, price: missing })
  return (
    <div className="grid gap-2.5 rounded-lg bg-good-soft p-3.5 text-sm font-medium text-good">
      <p>
        {text}
        {isDearerElsewhere && <span className="block font-normal">{t('cart.freeDelivery.elsewhere')}</span>}
      </p>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-surface">
        <div className="h-full rounded-full bg-good transition-[width] duration-300" style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}

export function SumRow({ label, value, isGood = false }: { label: string; value: string; isGood?: boolean }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd className={`font-medium tabular-nums ${isGood ? 'text-good' : ''}`}>{value}</dd>
    </div>
  )
}

export function TotalRow({ label, value, note }: { label: string; value: string; note?: string | undefined }) {
  return (
    <div className="mt-1.5 flex items-baseline justify-between gap-4 border-t border-line pt-4">
      <dt>
        <span className="text-lg font-bold">{label}</span>
        {note && <span className="block text-sm text-muted">{note}</span>}
      </dt>
      <dd className="text-2xl font-bold tracking-tight tabular-nums">{value}</dd>
    </div>
  )
}
