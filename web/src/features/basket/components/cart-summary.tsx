import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { promisesQuery } from '~/features/promises/queries'
import { useI18n } from '~/i18n/context'
import { money } from '~/i18n/format'
import { FreeDelivery } from './free-delivery'
import { SumRow, TotalRow } from './sum-rows'

interface Props {
  subtotal: number
  discount: number
  /** What a promo code takes off. */
  promoDiscount?: number
  total: number
  promo: ReactNode
  children: ReactNode
}

export function CartSummary({ subtotal, discount, promoDiscount = 0, total, promo, children }: Props) {
  const { t, locale } = useI18n()
  const promises = useQuery(promisesQuery(locale)).data?.data
  // No address is chosen yet: the threshold of the nearest zone is told, and whose it is.
  const nearest = promises?.tariffs[0]
  return (
    <aside
      aria-label={t('cart.summary')}
      className="grid gap-5 rounded-xl border border-line bg-surface p-5 shadow-quiet sm:p-6 lg:sticky lg:top-40"
    >
      {nearest?.freeFrom !== undefined && (
        <FreeDelivery
          total={total}
          from={nearest.freeFrom}
          place={nearest.title}
          isDearerElsewhere={promises?.freeFromEverywhere !== nearest.freeFrom}
        />
      )}
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
