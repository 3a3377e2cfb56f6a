// The gateway renders the first HTML. In the hydration, the app takes it over instead of building the page again.

import type { Page } from '@playwright/test'
import { inLocale, type Locale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import type { Catalogue } from './catalogue'
import { languagesFor } from './coverage'
import { expect, test } from './shop'

const RENDERED = '<div id="root" data-rendered='
/** The limit of the cumulative layout shift (CLS). Up to 0.1 is called good. */
const MAX_LAYOUT_SHIFT = 0.02
const PAGES = ['home', 'category', 'product'] as const

const pathOf = (kind: (typeof PAGES)[number], { big, plain }: Catalogue) =>
  ({ home: paths.home(), category: paths.category(big.slug), product: paths.product(plain.slug) })[kind]

async function openRendered(page: Page, locale: Locale, path: string) {
  const response = await page.goto(inLocale(locale, path) || '/')
  expect(await response?.text()).toContain(RENDERED)
}

test.skip(process.env.RENDER === 'off', 'the gateway renders no first HTML')

test.describe('with scripts', () => {
  test.beforeEach(async ({ page }) => {
    // Remembers the heading of the first HTML. `interactive` comes after the document is parsed and before the first module runs.
    await page.addInitScript(() => {
      document.addEventListener('readystatechange', () => {
        if (document.readyState === 'interactive') Object.assign(window, { firstHeading: document.querySelector('h1') })
      })
    })
  })

  const firstHeadingState = (page: Page) =>
    page.evaluate(() => {
      const heading = document.querySelector('h1')
      const isHydrated = Object.keys(heading ?? {}).some((name) => name.startsWith('__react'))
      return { isHydrated, isSameElement: heading !== null && heading === (window as { firstHeading?: Element | null }).firstHeading }
    })

  for (const kind of PAGES)
    for (const locale of languagesFor(kind))
      test(`${kind} in ${locale} is hydrated without a difference`, async ({ page, catalogue }) => {
        await openRendered(page, locale, pathOf(kind, catalogue))
        await expect.poll(() => firstHeadingState(page)).toEqual({ isHydrated: true, isSameElement: true })
      })

  test('content that depends on the browser appears after hydration without a layout shift', async ({ shop, page, catalogue }) => {
    await shop.storeSection('guestBasket', {
      lines: [{ id: catalogue.plain.id, count: 2, product: { ...catalogue.plain, total: 2 * catalogue.plain.price }, size: null }],
      moving: null,
      changed: [],
    })
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const shifts = list.getEntries() as unknown as { value: number }[]
        Object.assign(window, { shift: shifts.reduce((sum, { value }) => sum + value, (window as { shift?: number }).shift ?? 0) })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // The first visit only stores the font in the cache, because a late font would shift the layout.
    await shop.open(paths.home())
    await page.waitForLoadState('load')
    await openRendered(page, 'az', paths.home())
    await shop.expectCartCount(2)
    await page.waitForLoadState('load')
    expect(await page.evaluate(() => (window as { shift?: number }).shift ?? 0)).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT)
  })

  test('an address with parameters that the gateway ignores is rendered by the browser', async ({ shop, page, catalogue }) => {
    const size = catalogue.sized.sizes.find(({ stock }) => stock > 0)
    await openRendered(page, 'az', `${paths.product(catalogue.sized.slug)}?size=${size?.id}`)
    await expect(shop.main().getByRole('radio', { checked: true })).toBeVisible()
  })

  test('a button pressed before hydration acts after it', async ({ shop, page, catalogue }) => {
    let release = () => {}
    const heldBack = new Promise<void>((resolve) => (release = resolve))
    await page.route(/assets\/vendor-.*\.js/, async (route) => {
      await heldBack
      await route.continue()
    })
    const path = paths.product(catalogue.plain.slug)
    expect(await (await page.request.get(path)).text()).toContain(RENDERED)
    const navigation = page.goto(path, { waitUntil: 'commit' })
    // Until the style sheet has loaded, the button in the bottom bar of phones is visible, too.
    await shop.buyButton().first().click()
    release()
    await navigation
    await shop.expectCartCount(1)
  })

  test('a visit with campaign parameters is hydrated, too', async ({ page }) => {
    await openRendered(page, 'az', '/?utm_source=letter')
    await expect.poll(() => firstHeadingState(page)).toEqual({ isHydrated: true, isSameElement: true })
  })
})
