import { ChevronLeft } from 'lucide-react'
import { Link, useParams, useSearchParams } from 'react-router'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { isNotFound } from '~shared/api/failure'
import { Actions } from '~/features/orders/components/actions'
import { Amounts } from '~shared/features/orders/amounts'
import { Delivery } from '~shared/features/orders/delivery'
import { Lines } from '~shared/features/orders/lines'
import { PaymentPanel } from '~/features/orders/components/payment-panel'
import { Progress } from '~/features/orders/components/progress'
import { Refunds } from '~shared/features/orders/refunds'
import { Thanks } from '~/features/orders/components/thanks'
import { standingOf } from '~/features/orders/paying'
import { useLiveOrder } from '~/features/orders/use-live-order'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { ORDER, paths } from '~shared/lib/paths'
import { usePage } from '~shared/lib/use-page'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/empty-state'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { LoadFailure } from '~shared/ui/load-failure'

/** An order: where it is, what it holds, what it costs, and what may still be done about it. */
export function Component() {
  const { t, locale } = useI18n()
  const { code = '' } = useParams()
  const [search] = useSearchParams()
  const isBack = search.get(ORDER.returned) === ORDER.back
  const { order, isLive, error, refetch } = useLiveOrder(code, isBack)
  usePage(t('common.titleOf', { name: t('orders.title', { code }) }))

  if (!order && isNotFound(error)) return <Unknown />
  if (!order && error) return <LoadFailure onRetry={() => void refetch()} />
  if (!order) return <ListSkeleton />
  const isSettled = ['nothing', 'paid'].includes(standingOf(order, isBack)) && order.status !== 'cancelled'
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
      {search.has(ORDER.placed) && isSettled && <Thanks order={order} />}
      <PaymentPanel order={order} isBack={isBack} onAskAgain={() => void refetch()} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Progress order={order} isLive={isLive} />
          <Lines order={order} />
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

function Unknown() {
  const { t } = useI18n()
  return (
    <EmptyState picture={emptySearch} title={t('orders.notFound')} text={t('orders.notFoundText')} asPageTitle>
      <ButtonLink to={paths.orders()} size="lg">
        {t('account.orders.title')}
      </ButtonLink>
    </EmptyState>
  )
}
