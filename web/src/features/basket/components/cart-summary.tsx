import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { settingsQuery } from '~/features/content/queries'
import { useI18n } from '~/i18n/context'
import { money } from '~/i18n/format'

interface Props {
  subtotal: number
  discount: number
  total: number
  children: ReactNode
}

export function CartSummary({ subtotal, discount, total, children }: Props) {
  const { t, locale } = useI18n()
  const { freeDeliveryFrom } = useSuspenseQuery(settingsQuery(locale)).data.data
  return (
    <aside
      aria-label={t('cart.summary')}
      className="grid gap-5 rounded-xl border border-line bg-surface p-5 shadow-quiet sm:p-6 lg:sticky lg:top-40"
    >
      <FreeDelivery total={total} from={freeDeliveryFrom} />
      <dl className="grid gap-2.5 text-[0.9375rem]">
        <Row label={t('cart.subtotal')} value={money(subtotal)} />
        {discount > 0 && <Row label={t('cart.discount')} value={money(-discount)} isGood />}
        <div className="mt-1.5 flex items-baseline justify-between border-t border-line pt-4">
          <dt className="text-lg font-bold">{t('cart.total')}</dt>
          <dd className="text-2xl font-bold tracking-tight tabular-nums">{money(total)}</dd>
        </div>
      </dl>
      {children}
    </aside>
  )
}

function Row({ label, value, isGood = false }: { label: string; value: string; isGood?: boolean }) {
  return (
    <div className="flex justify-between">
      <dt className="text-muted">{label}</dt>
      <dd className={`font-medium tabular-nums ${isGood ? 'text-good' : ''}`}>{value}</dd>
    </div>
  )
}

/** How far it is to free delivery. */
function FreeDelivery({ total, from }: { total: number; from: number }) {
  const { t } = useI18n()
  if (from <= 0) return null
  const share = Math.min(1, total / from)
  return (
    <div className="grid gap-2.5 rounded-lg bg-good-soft p-3.5 text-sm font-medium text-good">
      <p>{share < 1 ? t('cart.freeDelivery.left', { price: money(from - total) }) : t('cart.freeDelivery.reached')}</p>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-surface">
        <div className="h-full rounded-full bg-good transition-[width] duration-300" style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}
