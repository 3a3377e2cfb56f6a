import { LOCALES } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { expect, test } from './shop'
import { az } from './texts'

/** The narrowest width that shows the category bar. */
const WIDE_PX = 1024

test('the category bar fits at the narrowest width that shows it', async ({ shop, page }) => {
  await page.setViewportSize({ width: WIDE_PX, height: 700 })
  for (const locale of LOCALES) {
    await shop.open(paths.home(), locale)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDE_PX)
  }
})

test('search finds products, keeps the query in the field, and helps when nothing is found', async ({ shop, page }) => {
  await shop.open(paths.home())
  const input = shop.banner().getByRole('combobox', { name: az('common.search.label') })
  await input.fill('buket')
  await input.press('Enter')
  await shop.expectPath(paths.search('buket'))
  await expect(shop.cards().first()).toBeVisible()
  await expect(input).toHaveValue('buket')

  await input.fill('qwxzqwxz')
  await input.press('Enter')
  await expect(page.getByRole('heading', { name: az('catalog.search.none') })).toBeVisible()
  await shop.main().getByRole('link').first().click()
  await shop.expectPath(/\/kateqoriya\//)
})
