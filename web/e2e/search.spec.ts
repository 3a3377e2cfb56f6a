import type { Locator } from '@playwright/test'
import { type Locale, inLocale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { expectNoViolations } from './axe'
import { DESKTOP, FULL, languagesFor } from './coverage'
import { expect, type Shop, test } from './shop'
import { az, texts } from './texts'

/** A word in the names of demo products, and the part of it that the test types. */
const WORDS: Record<Locale, { typed: string; word: string }> = {
  az: { typed: 'buke', word: 'buket' },
  ru: { typed: 'буке', word: 'букет' },
  en: { typed: 'bouq', word: 'bouquet' },
}

/** Returns the search box, which is in a panel on phones. */
async function openSearch(shop: Shop, locale: Locale = 'az'): Promise<Locator> {
  const t = texts(locale)
  if (!shop.isPhone) return shop.banner().getByRole('combobox', { name: t('common.search.label') })
  await shop
    .banner()
    .getByRole('button', { name: t('common.search.open') })
    .click()
  return shop.dialog(t('common.search.label')).getByRole('combobox', { name: t('common.search.label') })
}

const suggestions = (shop: Shop, locale: Locale = 'az') =>
  shop.page.getByRole('listbox', { name: texts(locale)('deferred.search.suggestions') })

/** `recent` are earlier searches of this device. */
const group = (shop: Shop, name: 'recent' | 'products' | 'categories', locale: Locale = 'az') =>
  suggestions(shop, locale).getByRole('group', { name: texts(locale)(`deferred.search.${name}`), exact: true })

for (const locale of languagesFor('search'))
  test(`a suggestion opens its product, and Enter opens all results, in ${locale}`, async ({ shop, page }) => {
    const { typed, word } = WORDS[locale]
    await shop.open(paths.home(), locale)
    const input = await openSearch(shop, locale)
    await input.pressSequentially(typed, { delay: 60 })
    const firstProduct = group(shop, 'products', locale).getByRole('option').first()
    await expect(firstProduct).toContainText('₼')
    await expect(firstProduct.locator('img')).toHaveJSProperty('complete', true)
    await expectNoViolations(page, `suggestions in ${locale}`)
    await firstProduct.click()
    await expect(page).toHaveURL(/\/mehsullar\//)
    await expect(suggestions(shop, locale)).toBeHidden()

    const inputAgain = await openSearch(shop, locale)
    await inputAgain.fill(word)
    await inputAgain.press('Enter')
    await shop.expectPath(inLocale(locale, paths.search(word)))
    await expect(shop.cards().first()).toBeVisible()
  })

test(
  'in the search box, arrows select a suggestion, Enter opens it, and Escape closes the list and then clears the text',
  { tag: [FULL, DESKTOP] },
  async ({ shop }) => {
    await shop.open(paths.home())
    const input = await openSearch(shop)
    await input.fill('buket')
    await expect(group(shop, 'products').getByRole('option').first()).toBeVisible()
    await expect(input).toHaveAttribute('aria-expanded', 'true')

    // From the box, “up” goes to the last option, which opens all results.
    await input.press('ArrowUp')
    const allResults = suggestions(shop).getByRole('option', { name: az('deferred.search.all', { text: 'buket' }) })
    await expect(allResults).toHaveAttribute('aria-selected', 'true')
    await expect(input).toHaveAttribute('aria-activedescendant', (await allResults.getAttribute('id')) ?? 'none')
    await expect(input).toBeFocused()
    await input.press('ArrowDown')
    await expect(allResults).toHaveAttribute('aria-selected', 'false')

    await input.press('Escape')
    await expect(suggestions(shop)).toBeHidden()
    await expect(input).toHaveValue('buket')
    await input.press('Escape')
    await expect(input).toHaveValue('')

    await input.fill('buket')
    const product = group(shop, 'products').getByRole('option').first()
    await expect(product).toBeVisible()
    const address = await product.getAttribute('href')
    while ((await product.getAttribute('aria-selected')) !== 'true') await input.press('ArrowDown')
    await input.press('Enter')
    await shop.expectPath(address ?? '')
  },
)

test('outdated suggestion requests are aborted, and the number of results is announced', async ({ shop, page }) => {
  // The request for “qı” gets no response.
  await page.route(/\/product\/suggest\?q=q%C4%B1$/, () => {})
  await shop.open(paths.home())
  const input = await openSearch(shop)
  const firstRequest = page.waitForRequest(/\/product\/suggest\?q=q%C4%B1$/)
  await input.fill('qı')
  const requestAborted = page.waitForEvent('requestfailed', (request) => request.url().includes('/product/suggest'))
  await firstRequest
  await input.fill('qızıl')
  await requestAborted

  await expect(group(shop, 'products')).toBeVisible()
  const count = await suggestions(shop).getByRole('option').count()
  await expect(page.getByRole('status').filter({ hasText: az('deferred.search.count', { count }) })).toBeAttached()
})

test('searches are stored on the device and can be deleted', async ({ shop, page }) => {
  await shop.open(paths.search('buket'))
  await shop.open(paths.search('şokolad'))
  await shop.open(paths.home())
  const input = await openSearch(shop)
  await input.click()
  const recent = group(shop, 'recent').getByRole('option')
  await expect(recent).toHaveText(['şokolad', 'buket'])

  // Phones have a button for each search. On desktops, Delete removes the selected one.
  if (shop.isPhone) await page.getByTitle(az('deferred.search.forget', { text: 'şokolad' })).click()
  else {
    await input.press('ArrowDown')
    await expect(recent.first()).toHaveAttribute('aria-selected', 'true')
    await input.press('Delete')
  }
  await expect(recent).toHaveText(['buket'])

  await page.reload()
  await expect(shop.heading()).toBeVisible()
  await (await openSearch(shop)).click()
  await expect(recent).toHaveText(['buket'])
  await page.getByRole('button', { name: az('deferred.search.clearRecent') }).click()
  await expect(group(shop, 'recent')).toBeHidden()
})

test('on a phone the search panel fills the screen and takes the focus, and "back" closes it', async ({ shop, page, isPhone }) => {
  test.skip(!isPhone, 'for phones')
  await shop.open(paths.home())
  const input = await openSearch(shop)
  const panel = shop.dialog(az('common.search.label'))
  await expect(input).toBeFocused()
  expect(await panel.boundingBox(), 'the panel fills the screen').toEqual({ x: 0, y: 0, width: 390, height: 844 })
  await page.goBack()
  await expect(panel).toBeHidden()
  await shop.expectPath(paths.home())

  await openSearch(shop)
  await input.fill('buket')
  await input.press('Enter')
  await shop.expectPath(paths.search('buket'))
  await expect(panel).toBeHidden()
  await expect(shop.cards().first()).toBeVisible()
  await openSearch(shop)
  await expect(input, 'the panel keeps the text').toHaveValue('buket')
  await panel.getByRole('button', { name: az('common.close') }).click()
  await expect(panel).toBeHidden()
  await page.goBack()
  await shop.expectPath(paths.home())
  await expect(panel, '“back” does not open the panel again').toBeHidden()
})

test('a text typed with the wrong keyboard layout is corrected, and the page says so', { tag: FULL }, async ({ shop, page }) => {
  // The keys of the Russian word for bouquet, typed with the English layout.
  const mistypedBouquet = ',ertn'
  await shop.open(paths.search(mistypedBouquet), 'ru')
  await expect(page.getByText(texts('ru')('catalog.search.corrected', { text: mistypedBouquet, corrected: 'букет' }))).toBeVisible()
  await expect(shop.cards().first()).toBeVisible()
})

test('opening a result reports its rank without identifying the shopper', async ({ shop, page }) => {
  await shop.open(paths.search('buket'))
  const reportSent = page.waitForRequest(/\/product\/search\/opened$/)
  await shop.cards().nth(1).getByRole('link').first().click()
  const request = await reportSent
  expect(request.postDataJSON()).toEqual({ searchId: expect.stringMatching(/./), productId: expect.any(Number), place: 2 })
  expect(await request.headerValue('authorization')).toBeNull()
  await shop.expectPath(/\/mehsullar\//)
})

test('a search without results offers alternatives', { tag: FULL }, async ({ shop, page }) => {
  await shop.open(paths.search('qwxzqwxz'))
  await expect(page.getByRole('heading', { name: az('catalog.search.none') })).toBeVisible()
  await shop.main().getByRole('link').first().click()
  await shop.expectPath(/\/kateqoriya\//)
})

/** Texts that HTML or addresses must escape. A quick run tests only these two. */
const ESCAPED_TEXTS = ['<script>alert(1)</script>', '%F0']
for (const text of [...ESCAPED_TEXTS, '"; drop table product; --', '((((', '‮تشرين', '🎁', 'a'.repeat(200)])
  test(`“${text.slice(0, 12)}” is shown as plain text`, { tag: ESCAPED_TEXTS.includes(text) ? [] : FULL }, async ({ shop }) => {
    await shop.open(paths.search(text))
    await expect(shop.heading()).toContainText(text)
  })
