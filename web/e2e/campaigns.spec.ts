import type { ProductCard } from '~shared/api/types'
import { adminPaths } from '~admin/paths'
import { paths } from '~shared/lib/paths'
import { accountWho, known, sends, signedInByApi } from './accounts'
import { cancels, leastWanted, plans, runningCampaign } from './campaigns'
import { atTheDesk } from './placed'
import { settlesIn } from './residents'
import { expect, test } from './shop'
import { az } from './texts'

// A campaign and its prices start within seconds of the planned time.
const SOON = { timeout: 40_000 }

test('a campaign begins: its follower is notified, its page shows it, and an operator can end it', async ({ shop, request, isPhone }) => {
  test.skip(isPhone, 'prices are the same on every screen, and one campaign at a time is enough')
  test.slow()
  const product = await leastWanted(request)
  const { session } = await settlesIn(shop, request)
  await sends(request, session, `/store/subscribe/${product.store.id}`)
  // Notifications sent before the stream is open are counted but shown in no toast.
  const listens = shop.page.waitForResponse('**/notification/stream')
  await shop.open(paths.home())
  await listens

  const operator = await signedInByApi(request, accountWho('operator'))
  const words = (name: string) => ({ name, text: '' })
  const draft = await plans(request, operator, product, {
    az: words('Sınaq kampaniyası'),
    ru: words('Пробная акция'),
    en: words('A trial campaign'),
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
    await cancels(request, operator, draft)
  }
  await expect
    .poll(async () => (await known<{ data: ProductCard }>(request, session, `/product/${product.slug}`)).data.discountedPrice, SOON)
    .toBeUndefined()
})

test('running campaigns are on the home page and have pages of their own', async ({ shop, request }) => {
  const campaign = await runningCampaign(request)
  await shop.open(paths.home())
  await shop.scrollsToTheEnd()
  await shop.main().getByRole('link', { name: campaign.name, exact: true }).click()
  await shop.isAt(paths.campaign(String(campaign.id)))
  await expect(shop.heading()).toHaveText(campaign.name)
  await expect(shop.cards()).not.toHaveCount(0)
})

test('the campaigns of the back office are for operators, and the form shows missing fields', async ({
  shop,
  session,
  browser,
  request,
  isPhone,
}) => {
  expect(session.user.roles).not.toContain('operator')
  await shop.open(adminPaths.campaigns())
  await expect(shop.heading()).toHaveText(az('desk.forOperators'))
  const { desk, close } = await atTheDesk(browser, request, isPhone)
  await desk.open(adminPaths.newCampaign())
  await desk
    .main()
    .getByRole('button', { name: az('campaigns.save') })
    .click()
  await expect(desk.main().getByRole('alert')).toBeFocused()
  await close()
})
