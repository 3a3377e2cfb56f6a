// The page of a store: a seller of the marketplace.

import { useSuspenseQuery } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { ListingView } from '~/features/catalog/components/listing-view'
import { storeListing } from '~/features/catalog/listing'
import { storeQuery } from '~/features/stores/queries'
import type { Store } from '~shared/api/types'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n, useT } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Breadcrumbs } from '~shared/ui/section'
import { Button } from '~shared/ui/button'
import { Picture, StoreLogo } from '~shared/ui/picture'
import { Rating } from '~shared/ui/product-facts'
import { EmptyState, OptionalPart } from '~shared/ui/states'
import { CampaignCard } from '../features/campaigns/components/campaign-card'
import { storeCampaignsQuery } from '../features/stores/queries'
import { useFollow } from '../features/stores/use-follow'

export function Component() {
  const { t, locale } = useI18n()
  const { slug = '' } = useParams()
  const store = useSuspenseQuery(storeQuery(locale, slug)).data.data
  useDocumentHead(t('common.titleOf', { name: store.name }))
  const crumbs = [
    { name: t('common.home'), to: paths.home() },
    { name: t('catalog.stores.title'), to: paths.stores() },
  ]
  return (
    <>
      <Breadcrumbs label={t('common.breadcrumbs')} crumbs={crumbs} page={store.name} />
      <div className="mt-1 mb-8 overflow-hidden rounded-2xl border border-line bg-surface">
        <div className="h-32 bg-linear-135 from-peach via-rose to-lilac sm:h-48">
          {store.coverUrl && <Picture src={store.coverUrl} alt="" sizes="100vw" eager className="size-full object-cover" />}
        </div>
        <div className="grid gap-4 p-5 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:gap-6 sm:p-7">
          <StoreLogo
            name={store.name}
            logoUrl={store.logoUrl}
            className="-mt-14 size-22! rounded-xl! border-4 border-surface sm:-mt-18 sm:size-28!"
          />
          <div className="grid gap-2">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <h1 tabIndex={-1} className="text-3xl">
                {store.name}
              </h1>
              <Rating value={store.rating} count={store.reviewCount} />
            </div>
            <p className="flex flex-wrap gap-x-4 text-[0.9375rem] font-medium">
              <span>{t('stores.followers', { count: store.subscriberCount, n: number(store.subscriberCount) })}</span>
              <span>{t('catalog.products', { count: store.productCount })}</span>
            </p>
            <p className="max-w-prose whitespace-pre-line text-muted text-pretty wrap-anywhere">{store.about}</p>
          </div>
          <div>
            <FollowButton store={store} />
          </div>
        </div>
      </div>
      <StoreCampaigns store={slug} />
      <ListingView
        key={slug}
        listing={storeListing(slug)}
        empty={<EmptyState picture={emptySearch} title={t('catalog.empty.title')} text={t('catalog.empty.text')} />}
      />
    </>
  )
}

/** A follower is notified of the store's campaigns. */
function FollowButton({ store }: { store: Store }) {
  const t = useT()
  const { isFollowed, toggle } = useFollow(store)
  const Icon = isFollowed ? BellRing : Bell
  return (
    <Button
      look={isFollowed ? 'secondary' : 'primary'}
      aria-pressed={isFollowed}
      aria-label={t('stores.followOf', { name: store.name })}
      onClick={toggle}
    >
      <Icon aria-hidden className="size-4.5" />
      {t(isFollowed ? 'stores.following' : 'stores.follow')}
    </Button>
  )
}

/** No space is reserved, because most stores have no campaigns. */
function StoreCampaigns({ store }: { store: string }) {
  return (
    <OptionalPart>
      <Suspense>
        <CampaignList store={store} />
      </Suspense>
    </OptionalPart>
  )
}

function CampaignList({ store }: { store: string }) {
  const { t, locale } = useI18n()
  const campaigns = useSuspenseQuery(storeCampaignsQuery(locale, store)).data.data
  if (campaigns.length === 0) return null
  return (
    <section aria-labelledby="campaigns" className="mb-8 grid gap-4">
      <h2 id="campaigns" className="text-[1.375rem]">
        {t('stores.campaigns')}
      </h2>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <CampaignCard campaign={campaign} />
          </li>
        ))}
      </ul>
    </section>
  )
}
