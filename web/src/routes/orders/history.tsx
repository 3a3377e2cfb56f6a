import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import emptyBasket from '~/assets/pictures/empty-basket.webp'
import { AccountPage } from '~/features/account/page'
import { ReorderButton } from '~/features/orders/components/reorder-button'
import { ordersQuery } from '~/features/account/queries'
import type { Order, OrderLine } from '~shared/api/types'
import { StatusBadge } from '~shared/features/orders/badges'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Button, ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { Picture } from '~shared/ui/picture'

export function Component() {
  const { t, locale } = useI18n()
  const [pages, setPages] = useState(1)
  const results = useQueries({ queries: Array.from({ length: pages }, (_, index) => ordersQuery(locale, index + 1)) })
  useDocumentHead(t('common.titleOf', { name: t('account.orders.title') }))

  const first = results[0]
  // A new order moves the last order of a page to the next page, where it would be shown twice.
  const orders = [...new Map(results.flatMap(({ data }) => data?.data ?? []).map((order) => [order.code, order])).values()]
  const isLoading = results.some(({ isPending }) => isPending)
  const failed = results.find(({ isError, data }) => isError && !data)
  if (first?.isError && !first.data) return <LoadFailure onRetry={() => void first.refetch()} />
  if (first?.data && orders.length === 0)
    return (
      <EmptyState picture={emptyBasket} title={t('orders.empty')} text={t('orders.emptyText')} asPageTitle>
        <ButtonLink to={paths.home()} size="lg">
          {t('common.toShop')}
        </ButtonLink>
        <ButtonLink to={paths.popular()} look="secondary" size="lg">
          {t('common.nav.popular')}
        </ButtonLink>
      </EmptyState>
    )
  return (
    <AccountPage title={t('account.orders.title')}>
      <ul className="grid gap-4">
        {orders.map((order) => (
          <OrderCard key={order.code} order={order} />
        ))}
      </ul>
      {isLoading && <ListSkeleton />}
      {failed && (
        <div role="alert" className="grid justify-items-center gap-3 rounded-xl bg-sunken p-8 text-center">
          <p>{t('catalog.pageFailed')}</p>
          <Button look="secondary" onClick={() => void failed.refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {!failed && pages < (first?.data?.meta.lastPage ?? 1) && (
        <div>
          <Button look="secondary" size="lg" disabled={isLoading} onClick={() => setPages(pages + 1)}>
            {t('catalog.loadMore')}
          </Button>
        </div>
      )}
    </AccountPage>
  )
}

function OrderCard({ order }: { order: Order }) {
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

/** The pictures of further lines are only counted. */
const MAX_PICTURES = 5

function LinePictures({ lines }: { lines: OrderLine[] }) {
  const hiddenCount = lines.length - MAX_PICTURES
  return (
    <ul className="flex flex-wrap gap-2">
      {lines.slice(0, MAX_PICTURES).map(({ id, name, imageUrl }) => (
        <li key={id}>
          <Picture src={imageUrl} alt={name} sizes="56px" className="size-14 rounded-lg bg-pearl object-cover" />
        </li>
      ))}
      {hiddenCount > 0 && (
        <li className="grid size-14 place-items-center rounded-lg bg-sunken font-semibold text-muted tabular-nums">+{hiddenCount}</li>
      )}
    </ul>
  )
}
