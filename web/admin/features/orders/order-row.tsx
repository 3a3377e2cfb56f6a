import { Link } from 'react-router'
import type { Order } from '~shared/api/types'
import { PaymentBadge } from '~shared/features/orders/payment-badge'
import { StatusBadge } from '~shared/features/orders/status-badge'
import { methodText } from '~shared/features/orders/method-text'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { windowOfTime } from '~shared/i18n/times'
import { adminPaths } from '~admin/paths'
import { useNow } from '~shared/lib/use-now'
import { Button } from '~shared/ui/button'
import { When } from '~shared/ui/when'
import { needsReason, nextOf } from './moves'
import { useMove } from './mutations'

/** An order on the desk, and the usual next step, a press away. */
export function OrderRow({ order }: { order: Order }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const { mutate, isPending } = useMove(order.code)
  const { code, status, recipient, address, delivery, stores, amounts } = order
  const next = nextOf(order, status).find((move) => !needsReason(move))
  return (
    <li className="grid gap-3 rounded-xl border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-lg tabular-nums">
          <Link to={adminPaths.order(code)} className="inline-flex min-h-11 items-center hover:text-accent-text hover:underline">
            {code}
          </Link>
        </h2>
        <StatusBadge status={status} />
        <PaymentBadge status={order.paymentStatus} />
        <When at={order.createdAt} className="text-sm text-muted sm:ml-auto" />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p className="grid min-w-0 text-[0.9375rem] text-muted">
          <span className="text-ink">
            {recipient.firstName} {recipient.lastName}, {[address.district, address.city].filter(Boolean).join(', ')}
          </span>
          <span>{stores.map(({ name }) => name).join(', ')}</span>
          <span className="tabular-nums">
            {money(amounts.total)}, {methodText(t, order)}
            {delivery && `. ${t('orders.comes', { when: windowOfTime(locale, delivery, now) })}`}
          </span>
        </p>
        {next && (
          <Button look="secondary" busy={isPending} disabled={isPending} onClick={() => mutate({ status: next })}>
            {t(`desk.move.${next}`)}
            <span className="sr-only">: {code}</span>
          </Button>
        )}
      </div>
    </li>
  )
}
