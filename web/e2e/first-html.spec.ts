import type { Page } from '@playwright/test'
import { inLocale, type Locale, LOCALES } from '~/i18n/locale'
import { paths } from '~/lib/paths'
import type { Catalogue } from './catalogue'
import { expect, test } from './shop'

const PAGES = ['home', 'category', 'product'] as const
const pathOf = (kind: (typeof PAGES)[number], { big, plain }: Catalogue) =>
  ({ home: paths.home(), category: paths.category(big.slug), product: paths.product(plain.slug) })[kind]

/** A gateway that has other work sends a page without its first HTML, and that page is told for some seconds. */
const openRendered = (page: Page, locale: Locale, path: string) =>
  expect(async () => {
    const response = await page.goto(inLocale(locale, path) || '/')
    expect(await response?.text()).toContain('<div id="root" data-rendered=')
  }).toPass({ intervals: [1000, 6000] })

test.skip(process.env.RENDER === 'off', 'the gateway leaves it to browsers')

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  for (const locale of LOCALES)
    for (const kind of PAGES)
      test(`${kind} in ${locale} has its heading, and products with links and prices`, async ({ shop, page, catalogue }) => {
        await openRendered(page, locale, pathOf(kind, catalogue))
        await expect(shop.heading()).toBeVisible()
        await expect(shop.heading()).not.toBeEmpty()
        await expect(shop.main()).toContainText(/\d,\d\d\s₼/)
        if (kind === 'product') return
        const products = shop.cards().getByRole('link')
        expect(await products.count()).toBeGreaterThan(3)
        await expect(products.first()).toHaveAttribute('href', new RegExp(`^${inLocale(locale, paths.product(''))}.+`))
      })
})

test.describe('with scripts', () => {
  test.beforeEach(async ({ page }) => {
    // Before the first module runs, and after the document is read.
    await page.addInitScript(() => {
      document.addEventListener('readystatechange', () => {
        if (document.readyState === 'interactive') Object.assign(window, { firstHeading: document.querySelector('h1') })
      })
    })
  })

  const headings = (page: Page) =>
    page.evaluate(() => {
      const heading = document.querySelector('h1')
      const isReacts = Object.keys(heading ?? {}).some((name) => name.startsWith('__react'))
      return { isReacts, isFirst: heading !== null && heading === (window as { firstHeading?: Element | null }).firstHeading }
    })

  for (const locale of LOCALES)
    for (const kind of PAGES)
      test(`${kind} in ${locale} is taken over as it is`, async ({ page, catalogue }) => {
        await openRendered(page, locale, pathOf(kind, catalogue))
        await expect.poll(() => headings(page)).toEqual({ isReacts: true, isFirst: true })
      })

  test('what only this browser knows comes after, and moves nothing', async ({ shop, page, catalogue }) => {
    await shop.remembers('guestBasket', {
      lines: [{ id: catalogue.plain.id, count: 2, product: { ...catalogue.plain, total: 2 * catalogue.plain.price }, size: null }],
      transferred: [],
    })
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const shifts = list.getEntries() as unknown as { value: number }[]
        Object.assign(window, { shift: shifts.reduce((sum, { value }) => sum + value, (window as { shift?: number }).shift ?? 0) })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // A font that comes late moves something, too, and is not meant here: it has come by then.
    await shop.open(paths.home())
    await page.waitForLoadState('load')
    await openRendered(page, 'az', paths.home())
    await shop.hasCartCount(2)
    await page.waitForLoadState('load')
    expect(await page.evaluate(() => (window as { shift?: number }).shift ?? 0)).toBeLessThanOrEqual(0.02)
  })

  test('an address that says more than the gateway reads is shown as it says', async ({ shop, page, catalogue }) => {
    const size = catalogue.sized.sizes.find(({ stock }) => stock > 0)
    await openRendered(page, 'az', `${paths.product(catalogue.sized.slug)}?size=${size?.id}`)
    await expect(shop.main().getByRole('radio', { checked: true })).toBeVisible()
  })

  test('what is pressed before the app listens is done when it does', async ({ shop, page, catalogue }) => {
    // The app comes after all else, and waits for this one.
    let go = () => {}
    const held = new Promise<void>((done) => (go = done))
    await page.route(/assets\/vendor-.*\.js/, async (route) => {
      await held
      await route.continue()
    })
    const path = paths.product(catalogue.plain.slug)
    await expect(async () => expect(await (await page.request.get(path)).text()).toContain('data-rendered=')).toPass()
    const arrived = page.goto(path, { waitUntil: 'commit' })
    await shop.buyButton().click()
    go()
    await arrived
    await shop.hasCartCount(1)
  })

  test('a visit from a campaign is taken over, too', async ({ page }) => {
    await openRendered(page, 'az', '/?utm_source=letter')
    await expect.poll(() => headings(page)).toEqual({ isReacts: true, isFirst: true })
  })
})
