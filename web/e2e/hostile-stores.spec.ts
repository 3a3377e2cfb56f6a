// Pages must show hostile texts, which contain scripts, as plain text.

import type { APIRequestContext } from '@playwright/test'
import type { Campaign, CampaignDraft, Notification, Store } from '~shared/api/types'
import { type Locale, LOCALES } from '~shared/i18n/locale'
import { adminPaths } from '~admin/paths'
import { paths } from '~shared/lib/paths'
import { apiGet, apiSend } from './accounts'
import { cancelCampaign, planCampaign, discountedElsewhere } from './campaigns'
import { signInNewAccount } from './new-accounts'
import { expect, type Shop, test } from './shop'
import { signInStaffByApi } from './staff'
import { expectNoInjectedElements, inBackOffice, packPayloads, watchDialogs } from './payloads'
import { az } from './texts'

// The server accepts names and texts of campaigns up to these lengths.
const MAX_NAME_LENGTH = 120
const MAX_TEXT_LENGTH = 1000

/** Distributes all payloads over campaigns, each of which has a name and a text in three languages. */
function campaignPayloads() {
  const [names, texts] = [packPayloads(MAX_NAME_LENGTH), packPayloads(MAX_TEXT_LENGTH)]
  const textsFor = (index: number) => ({ name: names[index % names.length] ?? '', text: texts[index % texts.length] ?? '' })
  return Array.from({ length: Math.ceil(names.length / 3) }, (_, campaign) => ({
    az: textsFor(3 * campaign),
    ru: textsFor(3 * campaign + 1),
    en: textsFor(3 * campaign + 2),
  }))
}

/** Waits, because the gateway caches public responses for a second. */
const waitUntilListed = (request: APIRequestContext, path: string, { id }: CampaignDraft, locale: Locale = 'az') =>
  expect
    .poll(async () => {
      const response = await request.get(`/api/v1${path}`, { headers: { 'accept-language': locale } })
      return ((await response.json()) as { data: Campaign[] }).data.map((campaign) => campaign.id)
    }, `${path} in ${locale}`)
    .toContain(id)

/** One of the campaigns has a picture that does not exist. */
const MISSING_PICTURE = /\/media\//

test('a campaign with hostile text is shown as plain text everywhere', async ({ shop, page, request, catalogue, guard, browser }) => {
  test.setTimeout(300_000)
  guard.allow(MISSING_PICTURE)
  const { expectNoDialogs } = watchDialogs(page)
  const operator = await signInStaffByApi()
  const product = await discountedElsewhere(request, catalogue)
  const { session } = await signInNewAccount(shop, request)
  await apiSend(request, session, `/store/subscribe/${product.store.id}`)
  const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString()
  const campaigns: CampaignDraft[] = []
  try {
    // Only the first campaign runs now. It ends last, so the home page shows it.
    for (const [index, texts] of campaignPayloads().entries()) {
      const period = { startsAt: daysFromNow(index === 0 ? 0 : 1), endsAt: daysFromNow(360) }
      // Hostile addresses need no test, because the server accepts only those of uploaded pictures.
      const imageUrl = index === 1 ? '/media/yoxdur/640.webp' : ''
      campaigns.push(await planCampaign(request, operator, product, { ...texts, ...period, imageUrl, percent: 1 }))
    }
    const [running, planned] = campaigns as [CampaignDraft, CampaignDraft]
    const lastPlanned = campaigns.at(-1) as CampaignDraft

    const notificationLinks = async () =>
      (await apiGet<{ data: Notification[] }>(request, session, '/notification/all')).data.map(({ link }) => link)
    await expect.poll(notificationLinks, 'the follower is notified').toContain(paths.campaign(String(running.id)))
    await shop.open(paths.notifications())
    await expect(shop.main()).toContainText(running.az.name)
    await expectNoInjectedElements(page)

    for (const locale of LOCALES) {
      await waitUntilListed(request, `/store/${product.store.slug}/campaigns/`, lastPlanned, locale)
      await shop.open(paths.store(product.store.slug), locale)
      await expect(shop.main()).toContainText(lastPlanned[locale].name)
      await expectNoInjectedElements(page)
      for (const campaign of [running, planned]) {
        await shop.open(paths.campaign(String(campaign.id)), locale)
        await expect(shop.main()).toContainText(campaign[locale].text)
        await expectNoInjectedElements(page)
      }
    }

    await waitUntilListed(request, '/campaign/all?page=1&perPage=6', running)
    await shop.open(paths.home())
    await shop.scrollToEnd()
    await expect(shop.main().locator(`a[href="${paths.campaign(String(running.id))}"]`)).toBeVisible()
    await expectNoInjectedElements(page)

    const checkBackOffice = async (admin: Shop) => {
      for (const locale of LOCALES) {
        await admin.open(adminPaths.campaigns('running'), locale)
        await expect(admin.main()).toContainText(running[locale].name)
        await expectNoInjectedElements(admin.page)
        await admin.open(adminPaths.campaigns('planned'), locale)
        await expect(admin.main()).toContainText(lastPlanned[locale].name)
        await expectNoInjectedElements(admin.page)
      }
      for (const { id, en } of [running, planned]) {
        await admin.open(adminPaths.campaign(String(id)))
        await expect(admin.main().locator('textarea').last()).toHaveValue(en.text)
        await expectNoInjectedElements(admin.page)
      }
    }
    await inBackOffice(browser, shop, checkBackOffice, [MISSING_PICTURE])
  } finally {
    for (const campaign of campaigns) await cancelCampaign(request, operator, campaign)
  }
  expectNoDialogs()
})

test('a store with a hostile name or description is shown as plain text', async ({ shop, page }) => {
  test.setTimeout(120_000)
  const { expectNoDialogs } = watchDialogs(page)
  const [names, descriptions] = [packPayloads(200), packPayloads(1900)]
  let replacedCount = 0
  /** Gives the store the next name and the next description. */
  const replaceTexts = (store: Store): Store => {
    replacedCount += 1
    const [name = '', about = ''] = [names[replacedCount % names.length], descriptions[replacedCount % descriptions.length]]
    return { ...store, name, about }
  }
  // Replaces API responses instead of saving hostile texts.
  await page.route(/\/api\/v1\/store\/[^/]+$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: Store | Store[] }
    const data = Array.isArray(body.data) ? body.data.map(replaceTexts) : replaceTexts(body.data)
    await route.fulfill({ response, json: { ...body, data } })
  })
  // Each order fetches the stores again, so further texts replace theirs.
  for (const sort of ['newest', 'rating', 'name']) {
    await shop.open(paths.stores())
    await shop
      .main()
      .getByRole('combobox', { name: az('stores.sort') })
      .selectOption(sort)
    await expect(shop.cards().first()).toContainText('alert(1)')
    await expectNoInjectedElements(page)
    await shop.cards().first().getByRole('link').click()
    await shop.expectPath(/\/magazalar\/[^?]+$/)
    await expect(shop.main()).toContainText('alert(1)')
    await expectNoInjectedElements(page)
  }
  expect(replacedCount, 'every name was sent').toBeGreaterThanOrEqual(names.length)
  expectNoDialogs()
})
