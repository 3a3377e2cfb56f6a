import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { StoreCampaigns } from '~/features/campaigns/components/store-campaigns'
import { ListingView } from '~/features/catalog/components/listing-view'
import { storeListing } from '~/features/catalog/listing'
import { FollowButton } from '~/features/stores/components/follow-button'
import { storeQuery } from '~/features/stores/queries'
import { useI18n } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { usePage } from '~shared/lib/use-page'
import { Breadcrumbs } from '~shared/ui/breadcrumbs'
import { EmptyState } from '~shared/ui/empty-state'
import { Picture } from '~shared/ui/picture'
import { Rating } from '~shared/ui/rating'
import { StoreLogo } from '~shared/ui/store-logo'

export function Component() {
  const { t, locale } = useI18n()
  const { slug = '' } = useParams()
  const store = useSuspenseQuery(storeQuery(locale, slug)).data.data
  usePage(t('common.titleOf', { name: store.name }))
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
