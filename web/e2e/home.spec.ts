// A shelf is a row of product or store cards.

import type { PageMeta } from '~shared/api/types'
import { paths } from '~shared/lib/paths'
import { languagesFor } from './coverage'
import { heroOf, homeSections, linksOf, shelfOf, tilesOf } from './home-sections'
import { expect, test } from './shop'
import { az } from './texts'

const SHELVES = ['popular', 'newest', 'sale'] as const

for (const locale of languagesFor('home'))
  test(`the home page opens in ${locale}`, async ({ shop, page, request }) => {
    const response = await shop.open(paths.home(), locale)
    expect(response?.status()).toBe(200)
    await expect(shop.heading()).toHaveText(heroOf(await homeSections(request, locale)).title)
    await expect(shop.heading()).toHaveCount(1)
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
  })

test('the shelves show products with pictures and prices, and link to all of their kind', async ({ shop, page, request }) => {
  const sections = await homeSections(request)
  await shop.open(paths.home())
  for (const source of SHELVES) {
    const { title } = shelfOf(sections, source)
    const address = paths[source]()
    const shelf = shop.region(title)
    await expect(shelf.getByRole('link', { name: new RegExp(`^${az('common.seeAll')} ?: ${title}$`) })).toHaveAttribute('href', address)

    const cards = shelf.getByRole('article')
    await shelf.scrollIntoViewIfNeeded()
    await expect(cards.first()).toContainText(/\d,\d{2}\s₼/)
    // Cards further along render when they come near.
    const eighth = shelf.locator('li').nth(7)
    await eighth.scrollIntoViewIfNeeded()
    await expect(eighth.getByRole('article'), title).toContainText(/\d,\d{2}\s₼/)
    await cards.first().scrollIntoViewIfNeeded()
    const picture = cards.first().locator('img')
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth), title).toBeGreaterThan(0)
  }
  const sale = shop.region(shelfOf(sections, 'sale').title)
  await sale.scrollIntoViewIfNeeded()
  await expect(sale.getByRole('article').first()).toContainText(/−\d+%/)

  await sale.getByRole('link', { name: new RegExp(`^${az('common.seeAll')}`) }).click()
  await shop.expectPath(paths.sale())
  await expect(page.getByRole('status').filter({ hasText: /\d/ }).first()).toBeVisible()
})

test('data of the document is not fetched again, and nothing is fetched before the first paint', async ({ shop, page, catalogue }) => {
  for (const path of [paths.home(), paths.category(catalogue.big.slug), paths.product(catalogue.plain.slug)]) {
    const requestedPaths: string[] = []
    const recordRequest = (request: { url: () => string }) => {
      if (request.url().includes('/api/')) requestedPaths.push(canonicalPath(request.url()))
    }
    page.on('request', recordRequest)
    const response = await shop.open(path)
    // The last parts of a page mount after it has loaded.
    await expect(page.getByRole('contentinfo')).toBeAttached()
    // On a phone, the chat is hidden on some pages.
    await expect(page.locator('aside[data-chat]')).toBeAttached()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    page.off('request', recordRequest)
    const embeddedPaths = pathsInState((await response?.text()) ?? '')

    expect(embeddedPaths.length, `${path} brings its data along`).toBeGreaterThanOrEqual(3)
    expect(requestedPaths.filter((requested) => embeddedPaths.includes(requested))).toEqual([])
    const earlyCallCount = await page.evaluate(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
      return performance.getEntriesByType('resource').filter(({ name, startTime }) => name.includes('/api/') && startTime < paint).length
    })
    expect(earlyCallCount, `${path}: API calls before the first paint`).toBe(0)
  }
})

/** Returns the path below `/api/v1` and the sorted query. */
const canonicalPath = (url: string) => {
  const { pathname, searchParams } = new URL(url)
  searchParams.sort()
  return `${pathname.replace('/api/v1', '')}?${searchParams}`
}

/** Returns the API paths whose responses the document contains as the initial state of the app. */
function pathsInState(html: string): string[] {
  const json = html.match(/<script type="application\/json" id="state">(.*?)<\/script>/s)?.[1]
  if (!json) return []
  const { queries } = JSON.parse(json) as { queries: { queryKey: [string, string, Record<string, string> | null] }[] }
  return queries.map(({ queryKey: [, path, query] }) => {
    const search = new URLSearchParams(query ?? {})
    search.sort()
    return `${path}?${search}`
  })
}

test('occasions, recipients and the hero link to categories', async ({ shop, page, request }) => {
  const sections = await homeSections(request)
  const questions = tilesOf(sections)
  expect(questions).toHaveLength(2)
  await shop.open(paths.home())
  for (const { title, tiles } of questions) await expect(shop.region(title).getByRole('link'), title).toHaveCount(tiles.length)
  await shop
    .region(questions[0]?.title ?? '')
    .getByRole('link')
    .first()
    .click()
  await shop.expectPath(/\/kateqoriya\//)
  await expect(shop.cards().first()).toBeVisible()

  await page.goBack()
  await shop
    .main()
    .getByRole('link', { name: heroOf(sections).hero?.action ?? '' })
    .click()
  await shop.expectPath(/\/kateqoriya\//)
  await expect(shop.cards().first()).toBeVisible()
})

test('a budget links to gifts within it', async ({ shop, request }) => {
  const budgets = linksOf(await homeSections(request))
  const address = budgets.tiles[0]?.link ?? ''
  /** In qəpik (1 ₼ = 100 qəpik). */
  const maxPrice = Number(new URLSearchParams(address.split('?')[1]).get('maxPrice'))
  expect(maxPrice).toBeGreaterThan(0)
  await shop.open(paths.home())
  const budgetLinks = shop.main().getByRole('navigation', { name: budgets.title })
  await expect(budgetLinks.getByRole('link'), 'one per budget').toHaveCount(budgets.tiles.length)
  await budgetLinks.getByRole('link').first().click()
  await shop.expectPath(address)
  await expect(shop.chips().getByRole('link').first()).toBeVisible()

  // The digits of `1 234,50 ₼` are the price in qəpik.
  const prices = await shop.cards().evaluateAll((cards) => cards.map((card) => card.textContent.match(/([\d\s]+),(\d{2})\s₼/)))
  expect(prices.length).toBeGreaterThan(0)
  for (const price of prices) expect(Number(`${price?.[1]?.replace(/\s/g, '')}${price?.[2]}`)).toBeLessThanOrEqual(maxPrice)
})

test('every occasion and every recipient has products', async ({ request }) => {
  const links = tilesOf(await homeSections(request)).flatMap(({ tiles }) => tiles.map(({ link }) => link))
  const categories = links.map((link) => link.replace(paths.category(''), ''))
  expect(categories.length).toBeGreaterThan(1)
  const totals = await Promise.all(
    categories.map(async (category) => {
      const response = await request.get('/api/v1/product/all', { params: { category, inStock: true, perPage: 1 } })
      const { meta } = (await response.json()) as { meta?: PageMeta }
      return { category, total: meta?.total ?? 0 }
    }),
  )
  expect(totals.filter(({ total }) => total === 0)).toEqual([])
})

test('stores are in a shelf with links', async ({ shop, request }) => {
  const { title } = shelfOf(await homeSections(request), 'sale')
  await shop.open(paths.home())
  await shop.region(title).scrollIntoViewIfNeeded()
  const row = shop.region(az('home.stores'))
  await row.scrollIntoViewIfNeeded()
  await expect(row.getByRole('article').nth(3), 'at least four stores').toBeAttached()
  await row.getByRole('article').first().getByRole('link').click()
  await shop.expectPath(/\/magazalar\/.+/)
  await expect(shop.cards().first()).toBeVisible()
})
