import type { Order } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { Link } from 'react-router'
import { LinePictures } from './line-pictures'
import { ReorderButton } from './reorder-button'
import { StatusBadge } from '~shared/features/orders/status-badge'

/** One of many orders; all of it leads there, and what it held is put into the cart with a press. */
export function OrderCard({ order }: { order: Order }) {
  const { t, locale } = useI18n()
  const units = order.lines.reduce((sum, { count }) => sum + count, 0)
  return (
    <li className="relative grid gap-4 rounded-xl border border-line bg-surface p-4 hover:border-line-strong sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid gap-0.5">
          <h2 className="text-lg tabular-nums">
            <Link to={paths.order(order.code)} className="after:absolute after:inset-0 after:rounded-xl">
              {order.code}
            </Link>
          </h2>
          <p className="text-sm text-muted">
            <time dateTime={order.createdAt}>{date(locale, order.createdAt)}</time>, {t('orders.units', { count: units })}
          </p>
        </div>
        <StatusBadge status={order.status} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <LinePictures lines={order.lines} />
        <p className="ml-auto text-lg font-bold tracking-tight tabular-nums">{money(order.amounts.total)}</p>
        {/* Above the link that covers the card. */}
        <div className="relative">
          <ReorderButton order={order} />
        </div>
      </div>
    </li>
  )
}
