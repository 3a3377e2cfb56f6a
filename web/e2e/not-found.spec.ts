import { inLocale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { languagesFor } from './coverage'
import { problem } from './problem'
import { expect, test } from './shop'
import { az, texts } from './texts'

// “Yoxdur” means “there is none”.
const UNKNOWN_PATHS = ['/yoxdur', paths.product('yoxdur'), paths.category('yoxdur'), paths.store('yoxdur'), '/profil/yoxdur/yoxdur']

test.beforeEach(({ guard }) => guard.allow(/\b404\b/))

for (const locale of languagesFor('not found'))
  test(`an unknown address is a 404 with links to continue, in ${locale}`, async ({ shop, page }) => {
    const t = texts(locale)
    for (const path of UNKNOWN_PATHS) {
      const response = await shop.open(path, locale)
      expect(response?.status(), path).toBe(404)
      await expect(shop.heading()).toHaveText(t('common.notFound.title'))
      await expect(page).toHaveTitle(t('common.titleOf', { name: t('common.notFound.title') }))
      await expect(shop.banner()).toBeVisible()
    }
    await shop
      .main()
      .getByRole('link', { name: t('common.toShop') })
      .click()
    await expect(page).toHaveURL((url) => url.pathname === (inLocale(locale, '/') || '/'))
  })

test("a link to a deleted product shows not-found inside the shop's layout", async ({ shop, page, catalogue }) => {
  await page.route(`**/api/v1/product/${catalogue.plain.slug}`, (route) => route.fulfill(problem(404, 'product_not_found')))
  await shop.open(paths.search(catalogue.plain.name))
  await shop.card(catalogue.plain.name).getByRole('link').first().click()
  await expect(shop.heading()).toHaveText(az('common.notFound.title'))
  await expect(shop.banner()).toBeVisible()
})

test('a preview of the home page that has expired is explained, and not indexed', async ({ shop, page }) => {
  const response = await shop.open(`${paths.home()}?preview=${'0'.repeat(32)}`)
  expect(response?.status()).toBe(404)
  await expect(shop.heading()).toHaveText(az('deferred.preview.expired'))
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await shop
    .main()
    .getByRole('link', { name: az('common.toShop') })
    .click()
  await shop.expectPath(paths.home())
})
