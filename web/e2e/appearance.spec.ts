import type { Page } from '@playwright/test'
import { inLocale, LOCALES } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { BOTH, FULL } from './coverage'
import { expect, type Shop, test } from './shop'
import { az, texts } from './texts'

test('switching the language keeps page and query, in both directions', { tag: BOTH }, async ({ shop, page, catalogue, request }) => {
  const path = paths.category(catalogue.big.slug)
  const readCategoryName = async (language: string) => {
    const response = await request.get(`/api/v1/category/${catalogue.big.slug}`, { headers: { 'accept-language': language } })
    return ((await response.json()) as { data: { name: string } }).data.name
  }
  await shop.open(`${path}?sort=price_asc&inStock=true`)
  await shop.switchLanguage('az', 'ru')
  await shop.expectPath(`/ru${path}?sort=price_asc&inStock=true`)
  await expect(shop.heading()).toHaveText(await readCategoryName('ru'))
  await expect(page.getByLabel(texts('ru')('catalog.sort.label'))).toHaveValue('price_asc')
  await shop.switchLanguage('ru', 'en')
  await shop.expectPath(`/en${path}?sort=price_asc&inStock=true`)
  await expect(shop.heading()).toHaveText(await readCategoryName('en'))
  await shop.switchLanguage('en', 'az')
  await shop.expectPath(`${path}?sort=price_asc&inStock=true`)
  await expect(shop.heading()).toHaveText(catalogue.big.name)
})

test('links keep the language', { tag: FULL }, async ({ shop, catalogue }) => {
  await shop.open(paths.category(catalogue.big.slug), 'ru')
  await shop.cards().first().getByRole('link').first().click()
  await shop.expectPath(/\/ru\/mehsullar\//)
  await shop.cartLink(texts('ru')).click()
  await shop.expectPath(inLocale('ru', paths.cart()))
  await expect(shop.heading()).toHaveText(texts('ru')('cart.empty.title'))
})

test("money is formatted by the language of the page, whatever the browser's locale data", { tag: FULL }, async ({ shop, catalogue }) => {
  for (const locale of LOCALES) {
    await shop.open(paths.product(catalogue.plain.slug), locale)
    // English writes 1,234.50 ₼, the others 1 234,50 ₼. The spaces are no-break spaces.
    await expect(
      shop
        .main()
        .getByText(locale === 'en' ? /^\d{1,3}(,\d{3})*\.\d{2}\u00a0₼$/ : /^\d{1,3}(\u00a0\d{3})*,\d{2}\u00a0₼$/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    await expect(shop.main()).not.toContainText('AZN')
  }
})

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const isDark = (colour: string) => (colour.match(/\d+/g) ?? []).slice(0, 3).every((part) => Number(part) < 60)

/** On phones the button is in the side menu. */
async function themeToggle(shop: Shop) {
  return (shop.isPhone ? await shop.openMenu() : shop.page).getByRole('button', { name: az('common.theme.dark') })
}

test('the theme follows the system at once', async ({ shop, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await shop.open(paths.home())
  expect(isDark(await background(page))).toBe(true)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(isDark(await background(page))).toBe(false)
})

test('a chosen theme overrides the system, and the next visit has it before the first paint', async ({ shop, page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await shop.open(paths.home())
  const toggle = await themeToggle(shop)
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  expect(isDark(await background(page))).toBe(true)

  // Records the theme as soon as `body` exists, before any module has run.
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.body) return
      observer.disconnect()
      sessionStorage.setItem('theme-at-first', document.documentElement.dataset.theme ?? 'none')
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(shop.heading()).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('theme-at-first'))).toBe('dark')
  await (await themeToggle(shop)).click()
  expect(isDark(await background(page))).toBe(false)
})

test('nothing moves with reduced motion', { tag: BOTH }, async ({ shop, page, catalogue, isPhone }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await shop.open(paths.product(catalogue.plain.slug))
  const gallery = shop.region(az('product.gallery.label'))
  const strip = gallery.getByRole('group', { name: az('product.gallery.pictures') })
  await gallery.getByRole('button', { name: az('product.gallery.show', { n: 3 }), exact: true }).click()
  // A slide would still be under way now.
  const [left, width] = await strip.evaluate((element) => [element.scrollLeft, element.clientWidth])
  expect(left, 'the third picture is there without a slide').toBeGreaterThanOrEqual(2 * (width ?? 0) - 2)

  if (isPhone) await shop.openMenu()
  else await shop.favouritesButton().click()
  const durationsMs = await page.evaluate(() =>
    document.getAnimations().map((animation) => Number(animation.effect?.getTiming().duration ?? 0)),
  )
  expect(
    durationsMs.filter((ms) => ms > 1),
    'no animation is longer than a millisecond',
  ).toEqual([])
})
