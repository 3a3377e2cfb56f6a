// The page of orders: a search with filters, and a list with the usual next step of each order.
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { orderColumns } from '~admin/features/exports/columns'
import { adminOrdersQuery, movesOf, needsReason, nextStatuses, orderCountsQuery, useMoveOrder } from '~admin/features/orders/api'
import { ORDER_STATUSES } from '~admin/features/orders/filter'
import { OrderFilterForm } from '~admin/features/orders/filter-form'
import { adminPaths, orderFilter, type OrderFilter } from '~admin/paths'
import { IfMay } from '~admin/session/access'
import { AdminPage } from '~admin/ui/admin-page'
import { ConfirmButton } from '~admin/ui/confirm-button'
import { CursorList } from '~admin/ui/cursor-list'
import type { Order } from '~shared/api/types'
import { SavedViews } from '~admin/ui/saved-views'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { methodText, PaymentBadge, StatusBadge } from '~shared/features/orders/badges'
import { useI18n } from '~shared/i18n/context'
import { timeWindow } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { useNow } from '~shared/lib/clock'
import { Button, ButtonLink } from '~shared/ui/button'
import { FilterLinks } from '~shared/ui/filter-links'
import { EmptyState } from '~shared/ui/states'
import { RelativeTime } from '~shared/ui/relative-time'

export function Component() {
  const { t } = useI18n()
  const [search] = useSearchParams()
  const filter = orderFilter(search)
  return (
    <AdminPage
      needs="orders_read"
      title={t('admin.title')}
      text={t('admin.text')}
      action={
        <IfMay permission="orders_write">
          <ButtonLink to={adminPaths.newOrder()}>
            <Plus aria-hidden className="size-5" />
            {t('admin.phone.open')}
          </ButtonLink>
        </IfMay>
      }
    >
      <SavedViews list="orders" />
      <OrderFilterForm filter={filter} />
      <StatusLinks filter={filter} />
      <OrderQueue key={String(search)} filter={filter} />
    </AdminPage>
  )
}

/** The links keep the other filters. A status from which an operator can move an order has a count. */
function StatusLinks({ filter }: { filter: OrderFilter }) {
  const { t, locale } = useI18n()
  const counts = useQuery(orderCountsQuery(locale)).data?.data
  const current = ORDER_STATUSES.find((status) => status === filter.status)
  const choices = ORDER_STATUSES.map((status) => ({
    to: adminPaths.orders({ ...filter, status }),
    label: t(`orders.status.${status}`),
    count: movesOf(status).length > 0 ? counts?.find((counted) => counted.status === status)?.count : undefined,
    isCurrent: current === status,
  }))
  const anyStatus = { to: adminPaths.orders({ ...filter, status: undefined }), label: t('admin.all'), isCurrent: current === undefined }
  return <FilterLinks label={t('admin.statuses')} choices={[anyStatus, ...choices]} />
}

/** Newest first, or by the time of delivery if the filter has a day. */
function OrderQueue({ filter }: { filter: OrderFilter }) {
  const { t, locale } = useI18n()
  return (
    <CursorList
      queryOf={(cursor) => adminOrdersQuery(locale, filter, cursor)}
      countText={(count) => t('admin.count', { count })}
      exported={{ list: 'orders', columns: orderColumns({ t, locale }) }}
      empty={<EmptyState picture={emptySearch} title={t('admin.empty')} text={t(filter.text ? 'admin.emptyFind' : 'admin.emptyText')} />}
    >
      {(order) => <OrderRow key={order.code} order={order} />}
    </CursorList>
  )
}

function OrderRow({ order }: { order: Order }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const { code, status, recipient, address, delivery, stores, amounts } = order
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
        <RelativeTime at={order.createdAt} className="text-sm text-muted sm:ml-auto" />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p className="grid min-w-0 text-[0.9375rem] text-muted">
          <span className="text-ink">
            {recipient.firstName} {recipient.lastName}, {[address.district, address.city].filter(Boolean).join(', ')}
          </span>
          <span>{stores.map(({ name }) => name).join(', ')}</span>
          <span className="tabular-nums">
            {money(amounts.total)}, {methodText(t, order)}
            {delivery && `. ${t('orders.comes', { when: timeWindow(locale, delivery, now) })}`}
          </span>
        </p>
        <NextStep order={order} />
      </div>
    </li>
  )
}

/** "Delivered" asks for a confirmation, because it is final. */
function NextStep({ order }: { order: Order }) {
  const { t } = useI18n()
  const { code, status } = order
  const { mutate, isPending } = useMoveOrder(code)
  const next = nextStatuses(order, status).find((move) => !needsReason(move))
  if (next === undefined) return null
  if (next === 'delivered')
    return (
      <ConfirmButton
        label={t('admin.move.delivered')}
        of={code}
        confirm={t('admin.confirmDelivered')}
        isBusy={isPending}
        onConfirm={() => mutate({ status: next })}
      />
    )
  return (
    <Button look="secondary" busy={isPending} disabled={isPending} onClick={() => mutate({ status: next })}>
      {t(`admin.move.${next}`)}
      <span className="sr-only">: {code}</span>
    </Button>
  )
}
