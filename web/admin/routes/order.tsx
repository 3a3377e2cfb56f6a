// The page of one order (/idare/sifarisler/:code). An order has a part for each store, and each part has a status.
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronLeft, Printer, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { adminOrderQuery, movesOf, requestRefund, useRefreshOrders } from '~admin/features/orders/api'
import { MoveButtons } from '~admin/features/orders/move-buttons'
import { Notes } from '~admin/features/orders/notes'
import { NewPaymentLink } from '~admin/features/phone-orders/new-payment-link'
import { useStaffName } from '~admin/features/staff/use-staff-name'
import { LettersOfOrder } from '~admin/features/tickets/letters-of-order'
import { useRecentEntry } from '~admin/lib/recent'
import { adminPaths } from '~admin/paths'
import { ForStaff } from '~admin/ui/admin-page'
import { isNotFound } from '~shared/api/failure'
import type { Order, StatusChange } from '~shared/api/types'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { StatusBadge } from '~shared/features/orders/badges'
import { Delivery } from '~shared/features/orders/delivery'
import { Amounts, Lines } from '~shared/features/orders/lines'
import { RefundForm } from '~shared/features/orders/refund-form'
import { Refunds } from '~shared/features/orders/refunds'
import { useI18n } from '~shared/i18n/context'
import { date, timeOfDay } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { useDocumentHead } from '~shared/lib/document-head'
import { Button, ButtonLink } from '~shared/ui/button'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { EmptyState } from '~shared/ui/states'
import { RelativeTime } from '~shared/ui/relative-time'
import { toast } from '~shared/ui/toast-store'
import { IfMay } from '~admin/session/access'

export function Component() {
  const { t } = useI18n()
  const { code = '' } = useParams()
  useDocumentHead(t('common.titleOf', { name: t('orders.title', { code }) }))
  return (
    <ForStaff needs="orders_read">
      {/* The key keeps what was done on one order, such as a new payment link, from being shown on another. */}
      <OrderPage key={code} code={code} />
    </ForStaff>
  )
}

function OrderPage({ code }: { code: string }) {
  const { t, locale } = useI18n()
  const { data, error, refetch } = useQuery(adminOrderQuery(locale, code))
  useRecentEntry('order', data?.data.code, data?.data.code)
  if (!data && isNotFound(error))
    return <EmptyState picture={emptySearch} title={t('orders.notFound')} text={t('admin.emptyCode')} asPageTitle />
  if (!data && error) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  const order = data.data
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-6 py-6">
      <div>
        <Link to={adminPaths.orders()} className="-mt-2 inline-flex min-h-11 items-center gap-1 text-sm text-muted hover:text-accent-text">
          <ChevronLeft aria-hidden className="size-4" />
          {t('admin.title')}
        </Link>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 tabIndex={-1} className="text-3xl tabular-nums">
            {t('orders.title', { code: order.code })}
          </h1>
          <StatusBadge status={order.status} />
          <RelativeTime at={order.createdAt} className="text-muted" />
          <ButtonLink to={adminPaths.courierSheet(order.code)} look="secondary" className="sm:ml-auto">
            <Printer aria-hidden className="size-4.5" />
            {t('admin.courierSheet.open')}
          </ButtonLink>
        </div>
      </div>
      <IfMay permission="orders_write">
        <Moves order={order} />
      </IfMay>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Lines order={order} canReview={false} />
          <Refunds order={order} />
          <IfMay permission="orders_write">{order.canRefund && <NewRefund order={order} />}</IfMay>
          <Notes code={order.code} />
          <IfMay permission="tickets_read">
            <LettersOfOrder code={order.code} />
          </IfMay>
          <History order={order} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Amounts order={order} />
          <Delivery order={order} />
        </div>
      </div>
    </div>
  )
}

function Moves({ order }: { order: Order }) {
  const { t } = useI18n()
  const { code, status, stores } = order
  const hasSeveralStores = stores.length > 1
  return (
    <section aria-labelledby="moves" className="grid gap-4 rounded-xl bg-sunken p-5 sm:p-6">
      <h2 id="moves" className="text-xl">
        {t('admin.next')}
      </h2>
      {order.canPay && <p className="text-muted">{t('admin.unpaid')}</p>}
      {/* Transfers have an invoice instead. */}
      {order.canPay && order.paymentMethod !== 'transfer' && <NewPaymentLink code={code} />}
      {movesOf(status).length === 0 && <p className="text-muted">{t('admin.over')}</p>}
      <MoveButtons key={status} order={order} name={hasSeveralStores ? t('admin.allStores') : code} />
      {hasSeveralStores && (
        <details open={new Set(stores.map((part) => part.status)).size > 1} className="group border-t border-line pt-2">
          <summary className="flex min-h-11 list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
            <ChevronDown aria-hidden className="size-4.5 text-muted transition-transform group-open:rotate-180" />
            {t('admin.byStore')}
          </summary>
          <ul className="grid gap-4 pt-2">
            {stores.map((part) => (
              <li key={part.storeId} className="grid gap-2">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                  {part.name}
                  <StatusBadge status={part.status} />
                </p>
                <MoveButtons key={part.status} order={order} part={part} name={part.name} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** Requests a refund for a shopper who has called or written. Somebody with the permission then decides about it. */
function NewRefund({ order }: { order: Order }) {
  const { t, locale } = useI18n()
  const { refresh } = useRefreshOrders()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!isOpen)
    return (
      <Button look="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
        <Undo2 aria-hidden className="size-5" />
        {t('admin.refunds.request')}
      </Button>
    )
  return (
    <section aria-labelledby="new-refund" className="grid gap-4 rounded-xl border border-line bg-surface p-5 sm:p-6">
      <h2 id="new-refund" className="text-xl">
        {t('admin.refunds.request')}
      </h2>
      <RefundForm
        order={order}
        withPhotos={false}
        moneyText={t(order.paymentMethod === 'cash' ? 'admin.refunds.toCash' : 'admin.refunds.toCard')}
        send={(refund, idempotencyKey) => requestRefund(locale, order.code, refund, idempotencyKey)}
        onSent={({ amount }) => {
          toast.good(t('admin.refunds.requested', { amount: money(amount) }))
          close()
          return refresh()
        }}
        onClose={close}
      />
    </section>
  )
}

/** The actors that are not members of staff. The clock makes changes that are due at a time. */
const KNOWN_ACTORS = ['shopper', 'bank', 'clock'] as const

/** Returns a function that names who made a change. A member of staff is named, a former member is shown as an account number. */
function useActorText() {
  const { t } = useI18n()
  const staffName = useStaffName()
  return (actor: string) => {
    const known = KNOWN_ACTORS.find((candidate) => candidate === actor)
    return known ? t(`admin.actor.${known}`) : staffName(actor)
  }
}

function History({ order }: { order: Order }) {
  const { t } = useI18n()
  return (
    <section aria-labelledby="history" className="grid gap-3 rounded-xl border border-line bg-surface p-5 sm:p-6">
      <h2 id="history" className="text-xl">
        {t('admin.history')}
      </h2>
      <ol className="divide-y divide-line">
        {order.statusHistory.toReversed().map((change) => (
          <Change key={`${change.at} ${change.status} ${change.storeId ?? ''}`} change={change} order={order} />
        ))}
      </ol>
    </section>
  )
}

function Change({ change: { status, at, actor, storeId, reason }, order }: { change: StatusChange; order: Order }) {
  const { t, locale } = useI18n()
  const actorText = useActorText()
  const store = order.stores.find((part) => part.storeId === storeId)
  return (
    <li className="grid gap-0.5 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-4">
      <p className="font-medium">
        {t(`orders.status.${status}`)}
        {store && <span className="font-normal text-muted">, {store.name}</span>}
      </p>
      <p className="text-sm text-muted tabular-nums">
        <time dateTime={at}>
          {date(locale, at)}, {timeOfDay(at)}
        </time>
        {actor && `, ${actorText(actor)}`}
      </p>
      {reason && <p className="text-[0.9375rem] text-muted wrap-anywhere sm:col-span-2">{reason}</p>}
    </li>
  )
}
