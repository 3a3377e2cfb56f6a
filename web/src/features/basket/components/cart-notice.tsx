import { CircleAlert } from 'lucide-react'
import type { CartItem } from '~shared/api/types'
import { useT } from '~shared/i18n/context'

/** Stock and prices change while a cart waits: how many lines are to be looked at. Each of them says why. */
export function CartNotice({ items }: { items: CartItem[] }) {
  const t = useT()
  const stuck = items.filter(({ problem }) => problem !== undefined).length
  const repriced = items.filter(({ previousPrice }) => previousPrice !== undefined).length
  if (stuck === 0 && repriced === 0) return null
  return (
    <div
      role="status"
      className={`mt-3 mb-2 flex gap-2.5 rounded-lg px-4 py-3 text-[0.9375rem] font-medium ${stuck > 0 ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn'}`}
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      <div>
        {stuck > 0 && <p>{t('cart.notice.stuck', { count: stuck })}</p>}
        {repriced > 0 && <p>{t('cart.notice.repriced', { count: repriced })}</p>}
      </div>
    </div>
  )
}
