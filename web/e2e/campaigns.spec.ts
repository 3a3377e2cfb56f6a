// In a campaign, a store sells products at a discount for a time. Followers of the store are notified.

import type { ProductCard } from '~shared/api/types'
import { adminPaths } from '~admin/paths'
import { paths } from '~shared/lib/paths'
import { apiGet, apiSend } from './accounts'
import { cancelCampaign, leastPopularProduct, planCampaign, runningCampaign } from './campaigns'
import { openBackOffice } from './placed-orders'
import { signInNewAccount } from './new-accounts'
import { expect, test } from './shop'
import { signInStaffByApi } from './staff'
import { az } from './texts'

/** A campaign usually starts a few seconds after the planned time. */
const SOON = { timeout: 40_000 }

test('a campaign begins: its follower is notified, its page shows it, and an operator can end it', async ({ shop, request, isPhone }) => {
  test.skip(isPhone, 'prices are the same on every screen, and one campaign at a time is enough')
  test.slow()
  const product = await leastPopularProduct(request)
  const { session } = await signInNewAccount(shop, request)
  await apiSend(request, session, `/store/subscribe/${product.store.id}`)
  const readDiscountedPrice = async () =>
    (await apiGet<{ data: ProductCard }>(request, session, `/product/${product.slug}`)).data.discountedPrice
  // Notifications sent before the stream is open are shown in no toast.
  const streamOpened = shop.page.waitForResponse('**/notification/stream')
  await shop.open(paths.home())
  await streamOpened

  const operator = await signInStaffByApi()
  const textsFor = (name: string) => ({ name, text: '' })
  const draft = await planCampaign(request, operator, product, {
    az: textsFor('Sınaq kampaniyası'),
    ru: textsFor('Пробная акция'),
    en: textsFor('A trial campaign'),
  })
  try {
    await expect(shop.toasts().getByText(/Sınaq kampaniyası/)).toBeVisible(SOON)
    await shop
      .toasts()
      .getByRole('button', { name: az('notifications.open') })
      .click()
    await shop.expectPath(paths.campaign(String(draft.id)))
    await expect(shop.card(product.name)).toBeVisible()
    await expect.poll(readDiscountedPrice, SOON).toBeLessThan(product.price)
  } finally {
    await cancelCampaign(request, operator, draft)
  }

  await expect.poll(readDiscountedPrice, SOON).toBeUndefined()
})

test('running campaigns are on the home page and have pages of their own', async ({ shop, request }) => {
  const campaign = await runningCampaign(request)
  await shop.open(paths.home())
  await shop.scrollToEnd()
  await shop.main().getByRole('link', { name: campaign.name, exact: true }).click()
  await shop.expectPath(paths.campaign(String(campaign.id)))
  await expect(shop.heading()).toHaveText(campaign.name)
  await expect(shop.cards()).not.toHaveCount(0)
})

test('the campaigns of the back office are for operators, and the form shows missing fields', async ({
  shop,
  session,
  browser,
  isPhone,
  guard,
}) => {
  guard.allow(/\b401\b/)
  expect(session.user.permissions, 'the customer is no operator').toEqual([])
  await shop.open(adminPaths.campaigns())
  await expect(shop.heading()).toHaveText(az('adminStaff.steps.password.title'))

  const { admin, close } = await openBackOffice(browser, isPhone)
  await admin.open(adminPaths.newCampaign())
  await admin
    .main()
    .getByRole('button', { name: az('campaigns.save') })
    .click()
  await expect(admin.main().getByRole('alert')).toBeFocused()
  await close()
})
