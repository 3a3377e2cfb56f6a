import { type Page } from '@playwright/test'
import { inLocale, LOCALES } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import az from '../locales/az/installed.json' with { type: 'json' }
import en from '../locales/en/installed.json' with { type: 'json' }
import ru from '../locales/ru/installed.json' with { type: 'json' }
import { expect, type Shop, test } from './shop'

const OFFLINE_TEXTS = { az, ru, en }

test.use({ serviceWorkers: 'allow' })

/** The service worker is loaded last. */
async function waitForWorker(shop: Shop, path: string) {
  await shop.open(path)
  await shop.page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })
}

const cachedFiles = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(stores.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

test('the offline page is in the language of the page, and continues when the connection is back', async ({
  shop,
  page,
  context,
  guard,
}) => {
  guard.allow(/ERR_(FAILED|INTERNET_DISCONNECTED)|Failed to fetch/)
  await waitForWorker(shop, paths.home())
  for (const locale of LOCALES) {
    await context.setOffline(true)
    await page.goto(inLocale(locale, paths.stores()))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(OFFLINE_TEXTS[locale].offline.title)
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await context.setOffline(false)
    await page.getByRole('link', { name: OFFLINE_TEXTS[locale].offline.retry }).click()
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  }
})

test('the worker stores no API response and no page', async ({ shop, page, catalogue }) => {
  await waitForWorker(shop, paths.home())
  for (const path of [paths.category(catalogue.big.slug), paths.product(catalogue.plain.slug), paths.cart(), paths.faq()])
    await shop.open(path)
  const files = await cachedFiles(page)
  expect(files.filter((file) => /^\/offline-(az|ru|en)\.html$/.test(file))).toHaveLength(LOCALES.length)
  // Besides the offline pages, only the font is stored.
  expect(files.filter((file) => !/^\/(offline-(az|ru|en)\.html|assets\/onest-.*\.woff2)$/.test(file))).toEqual([])
})
