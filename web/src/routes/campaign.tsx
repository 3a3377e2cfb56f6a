// The page of a campaign: a store sells these products for less, for a time.

import { useSuspenseQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { campaignQuery } from '~/features/stores/queries'
import { Grid, ProductItems, SkeletonItems } from '~/features/catalog/components/product-grid'
import type { ApiResponse, Campaign } from '~shared/api/types'
import { usePages } from '~shared/api/use-pages'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Breadcrumbs } from '~shared/ui/section'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { LoadMoreButton } from '~shared/ui/list-states'
import { Picture } from '~shared/ui/picture'
import { focusOf, periodText } from '../features/campaigns/components/campaign-card'

const productsOf = ({ data, meta }: ApiResponse<'/campaign/{id}', 'get'>) => ({ data: data.products, meta })

export function Component() {
  const { t, locale } = useI18n()
  const { id = '' } = useParams()
  const { campaign } = useSuspenseQuery(campaignQuery(locale, id, 1)).data.data
  useDocumentHead(t('common.titleOf', { name: campaign.name }))
  const crumbs = [
    { name: t('common.home'), to: paths.home() },
    { name: t('catalog.stores.title'), to: paths.stores() },
    { name: campaign.storeName, to: paths.store(campaign.storeSlug) },
  ]
  return (
    <>
      <Breadcrumbs label={t('common.breadcrumbs')} crumbs={crumbs} page={campaign.name} />
      <CampaignHead campaign={campaign} />
      <Products key={id} id={id} store={campaign.storeSlug} />
    </>
  )
}

function Products({ id, store }: { id: string; store: string }) {
  const { t, locale } = useI18n()
  const pages = usePages(
    (page) => ({ ...campaignQuery(locale, id, page), select: productsOf }),
    (product) => product.id,
  )
  if (pages.total === 0)
    return (
      <EmptyState picture={emptySearch} title={t('stores.campaign.empty')} text={t('stores.campaign.emptyText')}>
        <ButtonLink to={paths.store(store)}>{t('stores.campaign.toStore')}</ButtonLink>
      </EmptyState>
    )
  return (
    <section aria-labelledby="products" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 id="products" className="text-[1.375rem]">
        {t('stores.products')}
      </h2>
      <Grid>
        <ProductItems products={pages.items} from={1} />
        {pages.isLoading && <SkeletonItems count={4} />}
      </Grid>
      {pages.hasMore && <LoadMoreButton isLoading={pages.isLoading} onMore={pages.more} />}
    </section>
  )
}

function CampaignHead({ campaign }: { campaign: Campaign }) {
  const { t, locale } = useI18n()
  const { name, text, imageUrl, percent, status, storeName, storeSlug } = campaign
  return (
    <div className="mt-1 mb-8 grid overflow-hidden rounded-2xl border border-line bg-linear-135 from-peach via-rose to-lilac sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid content-start gap-3 p-6 sm:p-9">
        <p className="flex flex-wrap items-center gap-2 text-sm font-bold">
          <span className="rounded-full bg-accent px-3 py-1 text-on-accent tabular-nums">{t('stores.campaign.off', { percent })}</span>
          {status === 'planned' && <span className="rounded-full bg-surface px-3 py-1">{t('stores.campaign.soon')}</span>}
        </p>
        <h1 tabIndex={-1} className="text-3xl text-balance wrap-anywhere sm:text-4xl">
          {name}
        </h1>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Link to={paths.store(storeSlug)} className="inline-flex min-h-11 items-center font-semibold text-accent-text hover:underline">
            {storeName}
          </Link>
          <span className="inline-flex items-center gap-1.5">
            <CalendarDays aria-hidden className="size-4.5" />
            {periodText(t, locale, campaign)}
          </span>
        </p>
        {text && <p className="max-w-prose whitespace-pre-line text-pretty wrap-anywhere">{text}</p>}
      </div>
      {imageUrl && (
        <Picture
          src={imageUrl}
          alt=""
          sizes="(min-width: 40rem) 288px, 100vw"
          eager
          focus={focusOf(campaign)}
          className="h-48 w-full object-cover sm:h-full sm:w-72"
        />
      )}
    </div>
  )
}
