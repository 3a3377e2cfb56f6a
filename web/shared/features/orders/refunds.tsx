import clsx from 'clsx'
import type { Order, Refund, RefundStatus } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { RelativeTime } from '~shared/ui/relative-time'
import { UploadedPhotos } from './refund-photos'

const LOOKS: Record<RefundStatus, string> = {
  requested: 'bg-warn-soft text-warn',
  approved: 'bg-sky text-ink',
  refused: 'bg-bad-soft text-bad',
  paid: 'bg-good-soft text-good',
}

export function RefundBadge({ status }: { status: RefundStatus }) {
  const { t } = useI18n()
  return (
    <span className={clsx('rounded-full px-3 py-1 text-sm font-semibold whitespace-nowrap', LOOKS[status])}>
      {t(`orders.refunds.${status}`)}
    </span>
  )
}

export function Refunds({ order }: { order: Order }) {
  const { t } = useI18n()
  if (order.refunds.length === 0) return null
  return (
    <section aria-labelledby="refunds" className="grid gap-4 rounded-xl border border-line bg-surface p-5 sm:p-6">
      <h2 id="refunds" className="text-xl">
        {t('orders.refunds.title')}
      </h2>
      <ul className="divide-y divide-line">
        {order.refunds.map((refund) => (
          <RefundItem key={refund.id} refund={refund} order={order} />
        ))}
      </ul>
    </section>
  )
}

function RefundItem({ refund, order }: { refund: Refund; order: Order }) {
  const { t } = useI18n()
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <strong className="text-lg tracking-tight tabular-nums">{money(refund.amount)}</strong>
          {refund.bonusAmount > 0 && (
            <span className="font-medium text-good">{t('orders.refund.bonuses', { amount: money(refund.bonusAmount) })}</span>
          )}
          <RelativeTime at={refund.createdAt} className="text-sm text-muted" />
        </p>
        <RefundBadge status={refund.status} />
      </div>
      <p className="text-[0.9375rem] text-muted">{linesText(refund, order)}</p>
      <p className="wrap-anywhere">{refund.reason}</p>
      <UploadedPhotos pictures={refund.pictures} />
      {refund.status === 'approved' && <p className="text-muted">{t(`orders.refunds.way.${refund.way}`)}</p>}
      {refund.answer && (
        <p className="rounded-lg bg-sunken px-4 py-3 wrap-anywhere">{t('orders.refunds.answer', { answer: refund.answer })}</p>
      )}
    </li>
  )
}

/** Lists the lines of a refund: `Vaza × 2, Qızılgül × 1`. */
export const linesText = ({ lines }: Refund, order: Order): string =>
  lines.map(({ lineId, count }) => `${order.lines.find(({ id }) => id === lineId)?.name ?? lineId} × ${count}`).join(', ')
