import { useQuery } from '@tanstack/react-query'
import { Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import DeliveryLine from '~/features/destination/delivery-line'
import { useEarliest } from '~/features/destination/earliest'
import { useDestination } from '~/features/destination/store'
import { usePlaceName } from '~/features/destination/use-place-name'
import { promisesQuery } from '~/features/promises/queries'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { FreeDelivery } from './free-delivery'
import { SumRow, TotalRow } from './sum-rows'

interface Props {
  subtotal: number
  discount: number
  /** What a promo code takes off. */
  promoDiscount?: number
  total: number
  preparationDays: number
  promo: ReactNode
  children: ReactNode
}

export function CartSummary({ subtotal, discount, promoDiscount = 0, total, preparationDays, promo, children }: Props) {
  const { t, locale } = useI18n()
  const promises = useQuery(promisesQuery(locale)).data?.data
  const earliest = useEarliest(preparationDays)
  const placeName = usePlaceName()
  const isChosen = useDestination((state) => state.isChosen)
  // While no place is known, the threshold of the nearest zone is told, and whose it is.
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
