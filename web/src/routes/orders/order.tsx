// The page of an order, which updates while it is open.

import { ChevronLeft, Copy, PartyPopper } from 'lucide-react'
import { Link, useParams, useSearchParams } from 'react-router'
import { Actions } from '~/features/orders/components/actions'
import { PaymentPanel } from '~/features/orders/components/payment-panel'
import { Progress } from '~/features/orders/components/progress'
import { paymentStateOf } from '~/features/orders/rules'
import { isNotFound } from '~shared/api/failure'
import type { Order } from '~shared/api/types'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { Delivery } from '~shared/features/orders/delivery'
import { Amounts, Lines } from '~shared/features/orders/lines'
import { Refunds } from '~shared/features/orders/refunds'
import { useI18n, useT } from '~shared/i18n/context'
import { date, timeWindow } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'
import { ORDER_PAGE, paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { toast } from '~shared/ui/toast-store'
import { useLiveOrder } from '~/features/orders/use-live-order'

/** A parameter makes the page show a message after an order or a payment. */
export function Component() {
  const { t, locale } = useI18n()
  const { code = '' } = useParams()
  const [search] = useSearchParams()
  const isBackFromBank = search.get(ORDER_PAGE.bankParam) === ORDER_PAGE.fromBank
  const { order, isLive, error, refetch } = useLiveOrder(code, isBackFromBank)
  useDocumentHead(t('common.titleOf', { name: t('orders.title', { code }) }))

  if (!order && isNotFound(error)) return <OrderNotFound />
  if (!order && error) return <LoadFailure onRetry={() => void refetch()} />
  if (!order) return <ListSkeleton />
  const hasNothingToPay = ['nothing', 'paid'].includes(paymentStateOf(order, isBackFromBank))
  const showsThanks = search.has(ORDER_PAGE.placedParam) && hasNothingToPay && order.status !== 'cancelled'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <Link to={paths.orders()} className="-mt-2 inline-flex min-h-11 items-center gap-1 text-sm text-muted hover:text-accent-text">
          <ChevronLeft aria-hidden className="size-4" />
          {t('account.orders.title')}
        </Link>
        <h1 tabIndex={-1} className="text-3xl tabular-nums">
          {t('orders.title', { code: order.code })}
        </h1>
        <p className="mt-1 text-muted">
          <time dateTime={order.createdAt}>{date(locale, order.createdAt)}</time>
        </p>
      </div>
      {showsThanks && <OrderConfirmation order={order} />}
      <PaymentPanel order={order} isBackFromBank={isBackFromBank} onRefresh={() => void refetch()} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Progress order={order} isLive={isLive} />
          <Lines order={order} canReview />
          <Refunds order={order} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Amounts order={order} />
          <Delivery order={order} />
          <Actions order={order} />
        </div>
      </div>
    </div>
  )
}

function OrderNotFound() {
  const { t } = useI18n()
  return (
    <EmptyState picture={emptySearch} title={t('orders.notFound')} text={t('orders.notFoundText')} asPageTitle>
      <ButtonLink to={paths.orders()} size="lg">
        {t('account.orders.title')}
      </ButtonLink>
    </EmptyState>
  )
}

function OrderConfirmation({ order: { code, delivery, recipientType, recipient, paymentMethod } }: { order: Order }) {
  const { t, locale } = useI18n()
  const now = useNow()
  return (
    <section aria-labelledby="thanks" className="flex appear gap-4 rounded-xl bg-rose p-5 sm:gap-6 sm:p-7">
      <span className="hidden size-16 shrink-0 place-items-center rounded-full bg-surface text-accent-text sm:grid">
        <PartyPopper aria-hidden className="size-8" />
      </span>
      <div className="grid gap-2">
        <h2 id="thanks" className="text-2xl">
          {t('orders.thanks.title')}
        </h2>
        <p className="text-pretty">
          {recipientType === 'other' ? t('orders.thanks.forOther', { name: recipient.firstName }) : t('orders.thanks.forSelf')}
          {delivery && ` ${t('orders.thanks.when', { when: timeWindow(locale, delivery, now) })}`}
          {paymentMethod === 'cash' && ` ${t('orders.thanks.cash')}`}
        </p>
        <CopyCode code={code} />
      </div>
    </section>
  )
}

function CopyCode({ code }: { code: string }) {
  const t = useT()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      toast.good(t('orders.copied', { code }))
    } catch {
      // The code can then be copied by hand.
      toast.plain(code)
    }
  }
  return (
    <button
      type="button"
      aria-label={t('orders.copyCode', { code })}
      onClick={() => void copy()}
      className="inline-flex min-h-11 items-center gap-2.5 justify-self-start rounded-sm text-lg font-bold tracking-wide tabular-nums hover:text-accent-text"
    >
      {code}
      <Copy aria-hidden className="size-4.5" />
    </button>
  )
}
