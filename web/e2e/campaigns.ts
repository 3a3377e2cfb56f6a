// In a campaign, a store sells products at a discount for a time.

import type { APIRequestContext } from '@playwright/test'
import type { Campaign, CampaignDraft, ProductCard } from '~shared/api/types'
import { apiSend } from './accounts'
import type { Catalogue } from './catalogue'
import type { StaffHeaders } from './staff'

const TEST_CAMPAIGN_MS = 3600_000

/** Returns a campaign of the demo, which lasts for days. The campaigns of other tests may be cancelled at any moment. */
export async function runningCampaign(request: APIRequestContext): Promise<Campaign> {
  const { data } = (await (await request.get('/api/v1/campaign/all?perPage=6')).json()) as { data: Campaign[] }
  const campaign = data.find(({ endsAt }) => Date.parse(endsAt) > Date.now() + TEST_CAMPAIGN_MS)
  if (!campaign) throw new Error('the demo has no campaign that runs for longer than an hour')
  return campaign
}

interface ProductPage {
  data: { products: ProductCard[] }
  meta: { lastPage: number }
}

async function listProducts(request: APIRequestContext, query: string): Promise<ProductPage> {
  return (await (await request.get(`/api/v1/product/all?sort=popular&inStock=true&${query}`)).json()) as ProductPage
}

/** Returns the last products in the order of popularity. */
async function leastPopularPage(request: APIRequestContext): Promise<ProductCard[]> {
  const readPage = (page: number) => listProducts(request, `perPage=24&page=${page}`)
  const { meta } = await readPage(1)
  return (await readPage(meta.lastPage)).data.products
}

/** No other test buys or reads this product. */
export async function leastPopularProduct(request: APIRequestContext): Promise<ProductCard> {
  const product = (await leastPopularPage(request)).findLast(({ discountedPrice }) => discountedPrice === undefined)
  if (!product) throw new Error('the demo has no product without a discount')
  return product
}

/** A product of a store that no other test uses. It is reduced by more than one per cent, so a campaign of one per cent changes nothing. */
export async function discountedElsewhere(
  request: APIRequestContext,
  { plain, discounted, sized, soldOut }: Catalogue,
): Promise<ProductCard> {
  // Another test may plan a campaign for the least popular product without a discount, which is one of these.
  const leastPopular = (await leastPopularPage(request)).slice(-4)
  const storesInUse = [plain, discounted, sized, soldOut, ...leastPopular].map(({ store }) => store.id)
  const { data } = await listProducts(request, 'discounted=true&perPage=100')
  const isCheapEnough = ({ price, discountedPrice }: ProductCard) => discountedPrice !== undefined && discountedPrice < price * 0.99
  const product = data.products.find((candidate) => !storesInUse.includes(candidate.store.id) && isCheapEnough(candidate))
  if (!product) throw new Error('the demo has no discounted product in an unused store')
  return product
}

export const planCampaign = (
  request: APIRequestContext,
  operator: StaffHeaders,
  product: ProductCard,
  draft: Pick<CampaignDraft, 'az' | 'ru' | 'en'> & Partial<CampaignDraft>,
) =>
  apiSend<CampaignDraft>(request, operator, '/admin/campaigns', {
    id: 0,
    storeId: product.store.id,
    imageUrl: '',
    percent: 25,
    startsAt: new Date().toISOString(),
    endsAt: new Date(Date.now() + TEST_CAMPAIGN_MS).toISOString(),
    isWholeStore: false,
    productIds: [product.id],
    status: 'planned',
    ...draft,
  })

export const cancelCampaign = (request: APIRequestContext, operator: StaffHeaders, { id }: CampaignDraft) =>
  apiSend(request, operator, `/admin/campaigns/${id}/cancel`)
