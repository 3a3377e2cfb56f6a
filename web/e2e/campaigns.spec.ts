import type { APIRequestContext } from '@playwright/test'
import type { Campaign, CampaignDraft, ProductCard, Session } from '~/api/types'
import { deskPaths } from '~/lib/desk-paths'
import { paths } from '~/lib/paths'
import { accountWho, known, signedInByApi } from './accounts'
import { settlesIn } from './residents'
import { hasNoViolations } from './axe'
import { atTheDesk } from './placed'
import { expect, test } from './shop'
import { az } from './texts'

const HOUR = 3600_000
// A campaign begins within seconds of its hour, and so do the prices.
const SOON = { timeout: 40_000 }

const sends = async <A>(request: APIRequestContext, session: Session, path: string, data: object = {}): Promise<A> => {
  const answer = await request.post(`/api/v1${path}`, { headers: { authorization: `Bearer ${session.accessToken}` }, data })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return ((await answer.json()) as { data: A }).data
}

/** One that no other test buys or looks at: the least wanted that is not reduced yet. */
async function leastWanted(request: APIRequestContext): Promise<ProductCard> {
  const list = async (page: number) =>
    (await (await request.get(`/api/v1/product/all?sort=popular&inStock=true&perPage=24&page=${page}`)).json()) as {
      data: { products: ProductCard[] }
      meta: { lastPage: number }
    }
  const { data } = await list((await list(1)).meta.lastPage)
  const found = data.products.findLast(({ discountedPrice }) => discountedPrice === undefined)
  if (!found) throw new Error('the demo has nothing that is not reduced')
  return found
}

test('a campaign begins: its follower hears of it, its page has it, and it ends with a press', async ({ shop, request, isPhone }) => {
  test.skip(isPhone, 'prices are the same on every screen, and one campaign at a time is enough')
  test.slow()
  const product = await leastWanted(request)
  const { session } = await settlesIn(shop, request)
  await sends(request, session, `/store/subscribe/${product.store.id}`)
  await shop.open(paths.home())

  const operator = await signedInByApi(request, accountWho('operator'))
  const words = (name: string) => ({ name, text: '' })
  const draft = await sends<CampaignDraft>(request, operator, '/admin/campaigns', {
    id: 0,
    storeId: product.store.id,
    az: words('Sınaq kampaniyası'),
    ru: words('Пробная акция'),
    en: words('A trial campaign'),
    imageUrl: '',
    percent: 25,
    startsAt: new Date().toISOString(),
    endsAt: new Date(Date.now() + HOUR).toISOString(),
    isWholeStore: false,
    productIds: [product.id],
    status: 'planned',
  })
  try {
    await expect(shop.toasts().getByText(/Sınaq kampaniyası/)).toBeVisible(SOON)
    await shop
      .toasts()
      .getByRole('button', { name: az('notifications.open') })
      .click()
    await shop.isAt(paths.campaign(String(draft.id)))
    await expect(shop.card(product.name)).toBeVisible()
    await expect
      .poll(async () => (await known<{ data: ProductCard }>(request, session, `/product/${product.slug}`)).data.discountedPrice, SOON)
      .toBeLessThan(product.price)
  } finally {
    await sends(request, operator, `/admin/campaigns/${draft.id}/cancel`)
  }
  await expect
    .poll(async () => (await known<{ data: ProductCard }>(request, session, `/product/${product.slug}`)).data.discountedPrice, SOON)
    .toBeUndefined()
})

test('campaigns that run are on the home page and on their own', async ({ shop, request }) => {
  const { data } = (await (await request.get('/api/v1/campaign/all?perPage=6')).json()) as { data: Campaign[] }
  const [campaign] = data
  test.skip(!campaign, 'this demo has none')
  if (!campaign) return
  await shop.open(paths.home())
  // It comes when somebody comes near.
  const card = shop.main().getByRole('link', { name: campaign.name, exact: true })
  await expect(async () => {
    await shop.page.mouse.wheel(0, 900)
    await expect(card).toBeVisible({ timeout: 500 })
  }).toPass()
  await card.click()
  await shop.isAt(paths.campaign(String(campaign.id)))
  await expect(shop.heading()).toHaveText(campaign.name)
  await expect(shop.cards()).not.toHaveCount(0)
  await hasNoViolations(shop.page, 'campaign')
})

test('the desk of campaigns is for operators, and says what is missing', async ({ shop, session, browser, request, isPhone }) => {
  expect(session.user.roles).not.toContain('operator')
  await shop.open(deskPaths.campaigns())
  await expect(shop.heading()).toHaveText(az('desk.forOperators'))
  const { desk, close } = await atTheDesk(browser, request, isPhone)
  await desk.open(deskPaths.newCampaign())
  await desk
    .main()
    .getByRole('button', { name: az('campaigns.save') })
    .click()
  await expect(desk.main().getByRole('alert')).toBeFocused()
  await close()
})
