import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import emptyBasket from '~/assets/pictures/empty-basket.webp'
import { AccountPage } from '~/features/account/page'
import { OrderCard } from '~/features/orders/components/order-card'
import { ordersQuery } from '~/features/orders/queries'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { usePage } from '~shared/lib/use-page'
import { Button, ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/empty-state'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { LoadFailure } from '~shared/ui/load-failure'

/** Everything one has ordered, newest first; later pages are appended. */
export function Component() {
  const { t, locale } = useI18n()
  const [pages, setPages] = useState(1)
  const answers = useQueries({ queries: Array.from({ length: pages }, (_, index) => ordersQuery(locale, index + 1)) })
  usePage(t('common.titleOf', { name: t('account.orders.title') }))

  const first = answers[0]
  // An order placed meanwhile moves the last one of a page to the next.
  const orders = [...new Map(answers.flatMap(({ data }) => data?.data ?? []).map((order) => [order.code, order])).values()]
  const isLoading = answers.some(({ isPending }) => isPending)
  const failed = answers.find(({ isError, data }) => isError && !data)
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
