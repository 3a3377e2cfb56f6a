// The stores that the account follows.

import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { AccountPage } from '~/features/account/page'
import { subscriptionsQuery } from '~/features/stores/queries'
import { useFollow } from '~/features/stores/use-follow'
import { focusHeading } from '~/lib/focus-heading'
import { LOADER_FRESH_MS } from '~shared/api/query'
import type { Store } from '~shared/api/types'
import emptyBell from '~shared/assets/pictures/empty-bell.webp'
import { useI18n } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Button, ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { StoreLogo } from '~shared/ui/picture'

export function Component() {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery({ ...subscriptionsQuery(locale), staleTime: LOADER_FRESH_MS })
  useDocumentHead(t('common.titleOf', { name: t('stores.subscriptions.title') }))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  const stores = data?.data
  if (stores?.length === 0)
    return (
      <EmptyState picture={emptyBell} title={t('stores.subscriptions.empty')} text={t('stores.subscriptions.emptyText')} asPageTitle>
        <ButtonLink to={paths.stores()} size="lg">
          {t('stores.subscriptions.explore')}
        </ButtonLink>
      </EmptyState>
    )
  return (
    <AccountPage title={t('stores.subscriptions.title')} text={t('stores.subscriptions.text')}>
      <Link
        to={paths.preferences()}
        className="-my-3 inline-flex min-h-11 w-max items-center font-semibold text-accent-text hover:underline"
      >
        {t('stores.subscriptions.settings')}
      </Link>
      {stores ? (
        <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
          {stores.map((store) => (
            <FollowedStore key={store.id} store={store} />
          ))}
        </ul>
      ) : (
        <ListSkeleton />
      )}
    </AccountPage>
  )
}

function FollowedStore({ store }: { store: Store }) {
  const { t } = useI18n()
  const { unfollow } = useFollow(store)
  const { name, slug, logoUrl, productCount, subscriberCount } = store
  return (
    <li className="flex flex-wrap items-center gap-4 p-5">
      <StoreLogo name={name} logoUrl={logoUrl} />
      <div className="grid min-w-0 grow">
        <h2 className="truncate text-base">
          <Link to={paths.store(slug)} className="hover:text-accent-text hover:underline">
            {name}
          </Link>
        </h2>
        <p className="text-sm text-muted">
          {t('catalog.products', { count: productCount })}, {t('stores.followers', { count: subscriberCount, n: number(subscriberCount) })}
        </p>
      </div>
      <Button
        look="secondary"
        aria-label={t('stores.subscriptions.unfollowOf', { name })}
        onClick={() => {
          unfollow()
          focusHeading()
        }}
      >
        {t('stores.subscriptions.unfollow')}
      </Button>
    </li>
  )
}
