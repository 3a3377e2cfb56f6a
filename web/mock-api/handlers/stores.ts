// Stores, followers and campaigns. In a campaign, a store sells at a discount for a time.
import type { CampaignDraft, Store } from '~shared/api/types'
import { card } from '../catalogue'
import { state } from '../state'
import { productsIn, sellsCategory, storesState, publicCampaign, storeOf, storesOf } from '../stores-state'
import { forStaff, localeOf, ok, paged, problem, refuse } from './responses'
import { type MockRequest, on } from './contract'

const COMPARATORS: Record<string, (a: Store, b: Store) => number> = {
  name: (a, b) => a.name.localeCompare(b.name),
  rating: (a, b) => b.rating - a.rating,
  newest: (a, b) => b.id - a.id,
  popular: (a, b) => b.subscriberCount - a.subscriberCount,
}

const noStore = () => problem(404, 'store_not_found', 'Mağaza tapılmadı')
const noCampaign = () => problem(404, 'campaign_not_found', 'Kampaniya tapılmadı')
/** Whether shoppers see a campaign. */
const isOpen = ({ status }: CampaignDraft) => status === 'running' || status === 'planned'
const campaignOf = (id: unknown) => storesState.campaigns.find((campaign) => String(campaign.id) === id)

const setFollowed =
  (isFollowed: boolean) =>
  ({ request, params }: MockRequest<unknown, 'store'>) => {
    const refusal = refuse(request)
    if (refusal) return refusal
    const locale = localeOf(request)
    const store = storeOf(params.store, locale)
    if (!store) return noStore()
    const others = storesState.followed.filter((id) => id !== store.id)
    storesState.followed = isFollowed ? [store.id, ...others] : others
    return ok(storeOf(params.store, locale) ?? store)
  }

const statusAt = (startsAt: string): CampaignDraft['status'] => (Date.parse(startsAt) > Date.now() ? 'planned' : 'running')

function replace(draft: CampaignDraft) {
  storesState.campaigns = [draft, ...storesState.campaigns.filter(({ id }) => id !== draft.id)]
  return ok(draft)
}

export const storeHandlers = [
  on('get', '/store/all', ({ request }) => {
    const query = new URL(request.url).searchParams
    const [text, category] = [query.get('search')?.toLowerCase() ?? '', query.get('category')]
    const matching = storesOf(localeOf(request))
      .filter((store) => store.name.toLowerCase().includes(text) && (!category || sellsCategory(store, category)))
      .toSorted(COMPARATORS[query.get('sort') ?? 'popular'])
    const { items, meta } = paged(request, matching)
    return ok(items, meta)
  }),
  on('get', '/store/{store}/campaigns/', ({ request, params }) => {
    const locale = localeOf(request)
    const store = storeOf(params.store, locale)
    if (!store) return noStore()
    return ok(
      storesState.campaigns
        .filter((campaign) => campaign.storeId === store.id && isOpen(campaign))
        .map((campaign) => publicCampaign(campaign, locale)),
    )
  }),
  on('get', '/store/{store}', ({ request, params }) => {
    const store = storeOf(params.store, localeOf(request))
    return store ? ok(store) : noStore()
  }),
  on('post', '/store/subscribe/{store}', setFollowed(true)),
  on('post', '/store/unsubscribe/{store}', setFollowed(false)),
  on('get', '/user/subscriptions', ({ request }) => {
    const stores = storesOf(localeOf(request))
    const followed = storesState.followed.flatMap((id) => stores.find((store) => store.id === id) ?? [])
    return refuse(request) ?? ok(followed, { page: 1, perPage: followed.length, total: followed.length, lastPage: 1 })
  }),
  on('get', '/campaign/all', ({ request }) => {
    const running = storesState.campaigns
      .filter(({ status }) => status === 'running')
      .map((campaign) => publicCampaign(campaign, localeOf(request)))
    const { items, meta } = paged(request, running)
    return ok(items, meta)
  }),
  on('get', '/campaign/{id}', ({ request, params }) => {
    const campaign = campaignOf(params.id)
    if (!campaign || !isOpen(campaign)) return noCampaign()
    const { items, meta } = paged(request, productsIn(campaign))
    const locale = localeOf(request)
    return ok({ campaign: publicCampaign(campaign, locale), products: items.map((raw) => card(raw, locale, state.liked)) }, meta)
  }),
  on(
    'get',
    '/admin/campaigns',
    forStaff(({ request }) => {
      const status = new URL(request.url).searchParams.get('status')
      const matching = storesState.campaigns
        .filter((campaign) => !status || campaign.status === status)
        .map((campaign) => publicCampaign(campaign, localeOf(request)))
      const { items, meta } = paged(request, matching)
      return ok(items, meta)
    }),
  ),
  on(
    'get',
    '/admin/campaigns/{id}',
    forStaff(({ params }) => {
      const campaign = campaignOf(params.id)
      return campaign ? ok(campaign) : noCampaign()
    }),
  ),
  on(
    'post',
    '/admin/campaigns',
    forStaff(async ({ request }) => {
      const form = await request.json()
      return replace({ ...form, id: storesState.campaigns.length + 1, status: statusAt(form.startsAt) })
    }),
  ),
  on(
    'put',
    '/admin/campaigns/{id}',
    forStaff(async ({ request, params }) => {
      const campaign = campaignOf(params.id)
      return campaign ? replace({ ...campaign, ...(await request.json()) }) : noCampaign()
    }),
  ),
  on(
    'post',
    '/admin/campaigns/{id}/cancel',
    forStaff(({ params }) => {
      const campaign = campaignOf(params.id)
      return campaign ? replace({ ...campaign, status: 'cancelled' }) : noCampaign()
    }),
  ),
]
