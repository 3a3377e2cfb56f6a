import type { Locator } from '@playwright/test'
import { paths } from '~shared/lib/paths'
import { BOTH, FULL } from './coverage'
import { expect, type Shop, test } from './shop'
import { az } from './texts'

const PER_PAGE = 24
/** The last chip clears all filters. */
const CLEAR_CHIP = 1

/** Returns prices in qəpik: 123450 for `1 234,50 ₼`. */
async function pricesOf(cards: Locator): Promise<number[]> {
  const cardTexts = await cards.allInnerTexts()
  return cardTexts.map((text) => Number(/(\d[\d\u00a0]*,\d{2})\u00a0₼/.exec(text)?.[1]?.replace(/\D/g, '')))
}

/** Filters are beside the list on desktops, and in a sheet on phones. */
async function chooseFilter(shop: Shop, choose: (filters: Locator) => Promise<unknown>) {
  if (!shop.isPhone) return choose(shop.main().getByRole('complementary', { name: az('catalog.filters.title') }))
  await shop
    .main()
    .getByRole('button', { name: az('catalog.filters.title') })
    .click()
  const sheet = shop.dialog(az('catalog.filters.title'))
  await choose(sheet)
  // Filters apply at once; this button only closes the sheet.
  await sheet.getByRole('button').last().click()
  await expect(sheet).toBeHidden()
}

/** Says how many products there are. */
const foundText = (shop: Shop) => shop.main().getByRole('status').first()

test('chips lead to subcategories and breadcrumbs back', async ({ shop, page, catalogue }) => {
  const child = catalogue.big.children[0]
  await shop.open(paths.category(catalogue.big.slug))
  const subcategories = shop.main().getByRole('navigation', { name: az('catalog.subcategories') })
  await expect(subcategories.getByRole('link')).toHaveCount(catalogue.big.children.length)
  await subcategories.getByRole('link', { name: child?.name ?? '', exact: true }).click()
  await shop.expectPath(paths.category(child?.slug ?? ''))
  await expect(shop.heading()).toHaveText(child?.name ?? '')
  await expect(page).toHaveTitle(new RegExp(child?.name ?? ''))

  await shop
    .main()
    .getByRole('navigation', { name: az('common.breadcrumbs') })
    .getByRole('link', { name: catalogue.big.name })
    .click()
  await shop.expectPath(paths.category(catalogue.big.slug))
})

test('sorting by price changes the order and the address', { tag: FULL }, async ({ shop, page, catalogue }) => {
  await shop.open(paths.category(catalogue.big.slug))
  await page.getByLabel(az('catalog.sort.label')).selectOption('price_asc')
  await shop.expectPath(/\?sort=price_asc$/)
  await expect.poll(async () => isAscending(await pricesOf(shop.cards()))).toBe(true)
  await page.getByLabel(az('catalog.sort.label')).selectOption('price_desc')
  await expect.poll(async () => isAscending((await pricesOf(shop.cards())).toReversed())).toBe(true)
  await page.goBack()
  await expect(page.getByLabel(az('catalog.sort.label'))).toHaveValue('price_asc')
})

const isAscending = (prices: number[]) =>
  prices.length > 1 && prices.every((price, index) => index === 0 || price >= (prices[index - 1] ?? 0))

test('a filter is in the address: a reload keeps it and its chip removes it', { tag: BOTH }, async ({ shop, page, catalogue }) => {
  await shop.open(paths.category(catalogue.big.slug))
  const everything = await foundText(shop).innerText()
  await chooseFilter(shop, (filters) => filters.getByRole('checkbox', { name: az('catalog.filters.discounted') }).click())
  await shop.expectPath(/\?discounted=true$/)
  await expect(foundText(shop)).not.toHaveText(everything)
  const minusOfDiscount = '−'
  await expect(shop.cards().filter({ hasNotText: minusOfDiscount }), 'every card shows its discount').toHaveCount(0)

  await page.reload()
  const chip = shop.chips().getByRole('link', { name: az('catalog.filters.remove', { name: az('catalog.filters.discounted') }) })
  await chip.click()
  await shop.expectPath(paths.category(catalogue.big.slug))
  await expect(foundText(shop)).toHaveText(everything)
})

test('a filter finds as many products as its count says', { tag: FULL }, async ({ shop, catalogue }) => {
  await shop.open(paths.category(catalogue.faceted.slug))
  let expectedCount = ''
  await chooseFilter(shop, async (filters) => {
    // The first group contains the offers, which every list has.
    const fields = filters.getByRole('group').filter({ has: shop.page.getByRole('checkbox') })
    const choice = fields.nth(1).getByRole('checkbox').first()
    await choice.scrollIntoViewIfNeeded()
    expectedCount = /(\d+)$/.exec((await choice.locator('xpath=..').innerText()).trim())?.[1] ?? ''
    await choice.click()
  })
  await shop.expectPath(/fields(\[|%5B)\w+(\]|%5D)=/)
  await expect(foundText(shop)).toHaveText(az('catalog.found', { n: expectedCount, count: Number(expectedCount) }))
  await expect(shop.chips().getByRole('listitem')).toHaveCount(1 + CLEAR_CHIP)
})

test('a price range shows only products within it', { tag: FULL }, async ({ shop, catalogue }) => {
  await shop.open(paths.category(catalogue.big.slug))
  await chooseFilter(shop, async (filters) => {
    const price = filters.getByRole('group', { name: az('deferred.filters.price') })
    await price.getByRole('textbox', { name: az('deferred.filters.from') }).fill('20')
    await price.getByRole('textbox', { name: az('deferred.filters.to') }).fill('49,90')
  })
  await shop.expectPath(/minPrice=2000&maxPrice=4990/)
  const isWithinRange = (price: number) => price >= 2000 && price <= 4990
  await expect.poll(async () => (await pricesOf(shop.cards())).every(isWithinRange)).toBe(true)
})

test('the price range can be set by keyboard, step by step', async ({ shop, catalogue }) => {
  await shop.open(paths.category(catalogue.big.slug))
  await chooseFilter(shop, async (filters) => {
    const price = filters.getByRole('group', { name: az('deferred.filters.price') })
    const [low, high] = [price.getByRole('slider').first(), price.getByRole('slider').last()]
    const lowestPrice = await low.getAttribute('aria-valuetext')
    await low.focus()
    await low.press('ArrowRight')
    await low.press('ArrowRight')
    await expect(low).not.toHaveAttribute('aria-valuetext', lowestPrice ?? '')
    await high.press('Home')
    expect(await high.getAttribute('aria-valuetext'), 'the thumbs do not pass each other').toBe(await low.getAttribute('aria-valuetext'))
    await expect(low, 'the focus stays while products come and go').toBeVisible()
  })
  await shop.expectPath(/\?minPrice=(\d+)&maxPrice=\1$/)
})

test('a search is narrowed and widened by category', { tag: FULL }, async ({ shop, page }) => {
  await shop.open(paths.search('buket'))
  const everything = await foundText(shop).innerText()
  await chooseFilter(shop, (filters) =>
    filters
      .getByRole('group', { name: az('deferred.filters.category') })
      .getByRole('link')
      .first()
      .click(),
  )
  await shop.expectPath(/\?category=[\w-]+$/)
  await expect(shop.chips().getByRole('listitem')).toHaveCount(1 + CLEAR_CHIP)
  await page.reload()
  await chooseFilter(shop, (filters) => filters.getByRole('link', { name: az('deferred.filters.allCategories') }).click())
  await shop.expectPath(paths.search('buket'))
  await expect(foundText(shop)).toHaveText(everything)
})

test('two filters chosen in quick succession both apply', { tag: FULL }, async ({ shop, catalogue }) => {
  await shop.open(paths.category(catalogue.big.slug))
  await chooseFilter(shop, async (filters) => {
    await filters.getByRole('checkbox', { name: az('catalog.filters.discounted') }).click({ noWaitAfter: true })
    await filters.getByRole('checkbox', { name: az('catalog.filters.inStock') }).click({ noWaitAfter: true })
  })
  await shop.expectPath(/\?discounted=true&inStock=true$/)
  await expect(shop.chips().getByRole('listitem')).toHaveCount(2 + CLEAR_CHIP)
})

test('filters without a match say so and can be cleared', { tag: FULL }, async ({ shop, page, catalogue }) => {
  const beyondAllPrices = 99_000_000
  await shop.open(`${paths.category(catalogue.big.slug)}?minPrice=${beyondAllPrices}`)
  await expect(page.getByText(az('deferred.product.nothingForFilters'))).toBeVisible()
  await shop
    .chips()
    .getByRole('link', { name: az('catalog.filters.clear') })
    .click()
  await expect(shop.cards().first()).toBeVisible()
})

test('"load more" appends a page, and going back restores the position and all loaded pages', async ({ shop, page, catalogue }) => {
  await shop.open(paths.category(catalogue.big.slug))
  await expect(shop.cards()).toHaveCount(PER_PAGE)
  await shop
    .main()
    .getByRole('link', { name: az('catalog.loadMore') })
    .click()
  await expect(shop.cards()).toHaveCount(2 * PER_PAGE)
  const names = await shop.cards().getByRole('heading').allInnerTexts()
  expect(new Set(names).size, 'no product twice').toBe(names.length)

  // This card is in the middle of the second page.
  const card = shop.cards().nth(PER_PAGE + 12)
  await card.scrollIntoViewIfNeeded()
  const positionBefore = await page.evaluate(() => window.scrollY)
  await card.getByRole('link').first().click()
  await shop.expectPath(/\/mehsullar\//)
  await expect(shop.buyButton().or(shop.main().getByRole('button', { name: az('catalog.soldOut') }))).toBeVisible()
  expect(await page.evaluate(() => window.scrollY), 'a new page starts at its top').toBe(0)

  await page.goBack()
  await expect(shop.cards()).toHaveCount(2 * PER_PAGE)
  const tolerancePx = 20
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(positionBefore - tolerancePx)
  expect(await page.evaluate(() => window.scrollY)).toBeLessThan(positionBefore + tolerancePx)
})
