import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'

interface Props {
  /** What the goods come to. */
  total: number
  from: number
  /** Named as long as no address is chosen: other places may have another threshold. */
  place?: string
  isDearerElsewhere?: boolean
}

/** How far it is to free delivery. */
export function FreeDelivery({ total, from, place, isDearerElsewhere = false }: Props) {
  const t = useT()
  if (from <= 0) return null
  const share = Math.min(1, total / from)
  const price = money(from - total)
  const text =
    place === undefined
      ? t(share < 1 ? 'cart.freeDelivery.left' : 'cart.freeDelivery.reached', { price })
      : t(share < 1 ? 'cart.freeDelivery.leftIn' : 'cart.freeDelivery.reachedIn', { place, price })
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
