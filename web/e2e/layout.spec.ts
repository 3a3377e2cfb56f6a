// Tests the parts around every page: the header, the scroll position, the app banner, the chat, the consent choice and the footer.

import type { APIRequestContext } from '@playwright/test'
import type { Schemas } from '~shared/api/types'
import { paths } from '~shared/lib/paths'
import { FULL } from './coverage'
import { expect, test } from './shop'
import { az } from './texts'

/** This function runs in the page. */
const scrollTo = (y: number) => window.scrollTo({ top: y, behavior: 'instant' })

test('the header sticks and gets a shadow after five pixels', async ({ shop, page }) => {
  await shop.open(paths.home())
  const header = shop.banner()
  await page.evaluate(scrollTo, 4)
  await expect(header).not.toHaveAttribute('data-sticky')
  await page.evaluate(scrollTo, 5)
  await expect(header).toHaveAttribute('data-sticky')
  await page.evaluate(scrollTo, 900)
  const logo = header.getByRole('link', { name: az('common.nav.home') })
  await expect(logo, 'still there after a long way down').toBeInViewport()
  await page.evaluate(scrollTo, 0)
  await expect(header).not.toHaveAttribute('data-sticky')
})

test('a page opened by its address starts at the top, and a reload keeps the position', async ({ shop, page, catalogue }) => {
  await shop.open(paths.home())
  await page.evaluate(scrollTo, 900)
  await shop.open(paths.category(catalogue.big.slug))
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect(shop.cards().last()).toBeAttached()
  const position = 700
  await page.evaluate(scrollTo, position)
  await page.reload()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(position)
})

async function readSettings(request: APIRequestContext) {
  return ((await (await request.get('/api/v1/settings')).json()) as { data: Schemas['SiteSettings'] }).data
}

test(
  "the app banner links to the device's store and stays closed once closed",
  { tag: FULL },
  async ({ shop, page, request, browser, baseURL }) => {
    const { app } = await readSettings(request)
    await shop.open(paths.home())
    const banner = page.getByRole('complementary', { name: az('common.app.label') })
    if (!app.androidUrl) return expect(banner, 'a shop without an app has no banner').toHaveCount(0)
    const link = banner.getByRole('link', { name: az('common.app.get') })
    await expect(link).toHaveAttribute('href', app.androidUrl)
    await banner.getByRole('button', { name: az('common.app.hide') }).click()
    await expect(banner).toBeHidden()
    await page.reload()
    await expect(shop.heading()).toBeVisible()
    await expect(banner).toBeHidden()

    const iphone = await browser.newPage({
      ...(baseURL && { baseURL }),
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
    })
    await iphone.goto('/')
    await expect(iphone.getByRole('link', { name: az('common.app.get') })).toHaveAttribute('href', app.iosUrl)
    await iphone.close()
  },
)

test.describe('a first-time visitor', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('sees the app modal on a phone once, at the second visit', { tag: FULL }, async ({ shop, page, request, isPhone }) => {
    const { app } = await readSettings(request)
    test.skip(!app.androidUrl, 'the shop has no app')
    const modal = shop.dialog(az('deferred.app.title'))
    /** The modal may appear some seconds after these parts. */
    const waitForDeferredParts = async () => {
      // On phones, the chat of the home page is attached but hidden.
      await expect(page.getByRole('complementary', { name: az('deferred.chat.open') })).toBeAttached()
      await page.clock.runFor(10_000)
    }
    await page.clock.install()
    await shop.open(paths.home())
    await waitForDeferredParts()
    await expect(modal).toBeHidden()

    // A new session of the browser is a second visit.
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await expect(shop.heading()).toBeVisible()
    await waitForDeferredParts()
    if (!isPhone) return expect(modal).toBeHidden()
    await expect(modal).toBeVisible()
    await expect(modal.getByRole('link', { name: az('deferred.app.get') })).toHaveAttribute('href', app.androidUrl)
    await modal.getByRole('button', { name: az('deferred.app.later') }).click()

    await page.reload()
    await expect(shop.heading()).toBeVisible()
    await waitForDeferredParts()
    await expect(modal).toBeHidden()
  })
})

test('support links use the settings of the shop', async ({ shop, page, request, isPhone }) => {
  const { contact, chat } = await readSettings(request)
  await shop.open(paths.faq())
  const aside = page.getByRole('complementary', { name: az('deferred.chat.open') })
  await expect(aside).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: contact.email })).toHaveAttribute('href', `mailto:${contact.email}`)
  await expect(footer.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', chat.whatsappUrl || /wa\.me/)
  if (!isPhone) await expect(page.getByRole('link', { name: contact.email }).first()).toBeInViewport()
  await aside.getByRole('button', { name: az('deferred.chat.hide') }).click()
  await expect(aside).toBeHidden()
})

test('the consent choice can be changed in the footer, and lasts', async ({ shop, page }) => {
  await shop.open(paths.home())
  const consentRegion = page.getByRole('region', { name: az('deferred.consent.title') })
  await expect(consentRegion).toBeHidden()
  const consentButton = page.getByRole('contentinfo').getByRole('button', { name: az('deferred.footer.consent') })
  await consentButton.click()
  await expect(consentRegion.getByRole('heading')).toBeFocused()
  await consentRegion.getByRole('button', { name: az('deferred.consent.analytics') }).click()
  await expect(consentRegion).toBeHidden()
  expect(await shop.stored('consent')).toEqual({ choice: 'analytics' })
  await page.reload()
  await consentButton.click()
  await expect(consentRegion).toContainText(az('deferred.consent.now.analytics'))
})

test('the home page has no dead link', { tag: FULL }, async ({ shop, page, request }) => {
  await shop.open(paths.home())
  await expect(page.getByRole('contentinfo')).toBeAttached()
  const addresses = await page
    .locator('a[href^="/"]')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))])
  expect(addresses.length, 'header, shelves and footer have loaded').toBeGreaterThan(30)
  const statuses = await Promise.all(addresses.map(async (address) => ({ address, status: (await request.get(address)).status() })))
  expect(statuses.filter(({ status }) => status !== 200)).toEqual([])
})

test('parts that failed to load offline load when the connection is back', async ({ shop, page, guard }) => {
  guard.allow(/ERR_(FAILED|INTERNET_DISCONNECTED)|Failed to fetch/)
  // Only the code of the footer and of its texts fails to load. Code that they share with other parts may load.
  let isConnected = false
  await page.route(/\/assets\/(footer|deferred)-[\w-]{8}\.js/, (route) =>
    isConnected ? route.continue() : route.abort('internetdisconnected'),
  )
  // The browser says that it is offline until the event `online`.
  await page.addInitScript(() => {
    let isOnline = false
    Object.defineProperty(navigator, 'onLine', { get: () => isOnline })
    addEventListener('online', () => (isOnline = true))
  })
  const requestFailed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/footer-'))
  await shop.open(paths.home())
  await requestFailed
  const footer = page.getByRole('contentinfo')
  await expect(footer).toHaveCount(0)

  isConnected = true
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(footer).toBeVisible()
})
