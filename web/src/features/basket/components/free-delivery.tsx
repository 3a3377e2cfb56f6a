import { useT } from '~/i18n/context'
import { money } from '~/i18n/format'

/** How far it is to free delivery. */
export function FreeDelivery({ total, from }: { total: number; from: number }) {
  const t = useT()
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
