// Finds, plans and cancels campaigns through the API, and finds products for them. In a campaign, a store sells some or all of its
// products for less, for a time.

import type { APIRequestContext } from '@playwright/test'
import type { Campaign, CampaignDraft, ProductCard } from '~shared/api/types'
import { apiSend } from './accounts'
import type { Catalogue } from './catalogue'
import type { StaffHeaders } from './staff'

/** Duration of the campaigns that tests plan, unless they say otherwise. Those of the demo last for days. */
const TEST_CAMPAIGN_MS = 3600_000

/** Returns a running campaign of the demo, not of another test, which could cancel its campaign at any moment. */
export async function runningCampaign(request: APIRequestContext): Promise<Campaign> {
  const { data } = (await (await request.get('/api/v1/campaign/all?perPage=6')).json()) as { data: Campaign[] }
  const campaign = data.find(({ endsAt }) => Date.parse(endsAt) > Date.now() + TEST_CAMPAIGN_MS)
  if (!campaign) throw new Error('the demo has no campaign that runs for longer than an hour')
  return campaign
}

/** A page of a product list, and the number of its last page. */
interface ProductPage {
  data: { products: ProductCard[] }
  meta: { lastPage: number }
}

/** Returns one page of the products in stock, the most popular first. */
async function listProducts(request: APIRequestContext, query: string): Promise<ProductPage> {
  return (await (await request.get(`/api/v1/product/all?sort=popular&inStock=true&${query}`)).json()) as ProductPage
}

/** Returns the products of the last page, which are the least popular ones. */
async function leastPopularPage(request: APIRequestContext): Promise<ProductCard[]> {
  const readPage = (page: number) => listProducts(request, `perPage=24&page=${page}`)
  const { meta } = await readPage(1)
  return (await readPage(meta.lastPage)).data.products
}

/** Returns the least popular product without a discount, which no other test buys or reads. */
export async function leastPopularProduct(request: APIRequestContext): Promise<ProductCard> {
  const product = (await leastPopularPage(request)).findLast(({ discountedPrice }) => discountedPrice === undefined)
  if (!product) throw new Error('the demo has no product without a discount')
  return product
}

/**
 * Returns a discounted product of a store that no other test uses. Its discount is more than one percent, so a campaign of one percent does
 * not change its price.
 */
export async function discountedElsewhere(request: APIRequestContext, { plain, reduced, sized, soldOut }: Catalogue): Promise<ProductCard> {
  // Another test may plan a campaign for one of the least popular products at the same time.
  const storesInUse = [plain, reduced, sized, soldOut, ...(await leastPopularPage(request)).slice(-4)].map(({ store }) => store.id)
  const { data } = await listProducts(request, 'discounted=true&perPage=100')
  const product = data.products.find(
    ({ store, price, discountedPrice = price }) => !storesInUse.includes(store.id) && discountedPrice < price * 0.99,
  )
  if (!product) throw new Error('the demo has no discounted product in an unused store')
  return product
}

/** Plans a campaign. By default it takes 25 % off one product for an hour from now. */
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

/** Cancels the campaign, which ends it at once. */
export const cancelCampaign = (request: APIRequestContext, operator: StaffHeaders, { id }: CampaignDraft) =>
  apiSend(request, operator, `/admin/campaigns/${id}/cancel`)
