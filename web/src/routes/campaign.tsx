import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import type { Answer } from '~shared/api/types'
import { usePages } from '~shared/api/use-pages'
import { CampaignHead } from '~/features/campaigns/components/campaign-head'
import { campaignQuery } from '~/features/campaigns/queries'
import { Grid, ProductItems, SkeletonItems } from '~/features/catalog/components/product-grid'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { usePage } from '~shared/lib/use-page'
import { Breadcrumbs } from '~shared/ui/breadcrumbs'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/empty-state'
import { MoreButton } from '~shared/ui/more-button'

const productsOf = ({ data, meta }: Answer<'/campaign/{id}', 'get'>) => ({ data: data.products, meta })

/** A campaign and everything that costs less while it runs. */
export function Component() {
  const { t, locale } = useI18n()
  const { id = '' } = useParams()
  const { campaign } = useSuspenseQuery(campaignQuery(locale, id, 1)).data.data
  usePage(t('common.titleOf', { name: campaign.name }))
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
    // One answer has the campaign and its products; here it is a list of them.
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
      {pages.hasMore && <MoreButton isLoading={pages.isLoading} onMore={pages.more} />}
    </section>
  )
}
