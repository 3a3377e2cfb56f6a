import type { APIRequestContext } from '@playwright/test'
import type { Campaign, CampaignDraft, ProductCard, Session } from '~shared/api/types'
import { sends } from './accounts'
import type { Catalogue } from './catalogue'

/** Milliseconds that campaigns of tests last, unless they say otherwise. Those of the demo last for days. */
const LONGEST_TRIAL = 3600_000

/** Returns a running campaign of the demo. One planned by a test might be cancelled at any moment. */
export async function runningCampaign(request: APIRequestContext): Promise<Campaign> {
  const { data } = (await (await request.get('/api/v1/campaign/all?perPage=6')).json()) as { data: Campaign[] }
  const found = data.find(({ endsAt }) => Date.parse(endsAt) > Date.now() + LONGEST_TRIAL)
  if (!found) throw new Error('the demo has no campaign that runs for longer than an hour')
  return found
}

interface Listed {
  data: { products: ProductCard[] }
  meta: { lastPage: number }
}

async function listed(request: APIRequestContext, query: string): Promise<Listed> {
  return (await (await request.get(`/api/v1/product/all?sort=popular&inStock=true&${query}`)).json()) as Listed
}

/** Returns the last page of products by popularity. */
async function leastWantedFew(request: APIRequestContext): Promise<ProductCard[]> {
  const list = (page: number) => listed(request, `perPage=24&page=${page}`)
  return (await list((await list(1)).meta.lastPage)).data.products
}

/** Returns the least popular product without a discount, which no other test buys or reads. */
export async function leastWanted(request: APIRequestContext): Promise<ProductCard> {
  const found = (await leastWantedFew(request)).findLast(({ discountedPrice }) => discountedPrice === undefined)
  if (!found) throw new Error('the demo has nothing that is not reduced')
  return found
}

/**
 * Returns a discounted product of a store that no other test uses. Its price stays the same when one percent of the full price is taken
 * off.
 */
export async function reducedElsewhere(request: APIRequestContext, { plain, reduced, sized, soldOut }: Catalogue): Promise<ProductCard> {
  // The least popular product may be discounted by its own test at the same time.
  const lookedAt = [plain, reduced, sized, soldOut, ...(await leastWantedFew(request)).slice(-4)].map(({ store }) => store.id)
  const { data } = await listed(request, 'discounted=true&perPage=100')
  const found = data.products.find(
    ({ store, price, discountedPrice = price }) => !lookedAt.includes(store.id) && discountedPrice < price * 0.99,
  )
  if (!found) throw new Error('the demo has nothing reduced in a store that is nobody’s')
  return found
}

/** Plans a campaign; by default 25 % off one product for an hour from now. */
export const plans = (
  request: APIRequestContext,
  operator: Session,
  product: ProductCard,
  said: Pick<CampaignDraft, 'az' | 'ru' | 'en'> & Partial<CampaignDraft>,
) =>
  sends<CampaignDraft>(request, operator, '/admin/campaigns', {
    id: 0,
    storeId: product.store.id,
    imageUrl: '',
    percent: 25,
    startsAt: new Date().toISOString(),
    endsAt: new Date(Date.now() + LONGEST_TRIAL).toISOString(),
    isWholeStore: false,
    productIds: [product.id],
    status: 'planned',
    ...said,
  })

export const cancels = (request: APIRequestContext, operator: Session, { id }: CampaignDraft) =>
  sends(request, operator, `/admin/campaigns/${id}/cancel`)
