// Provides the `test` function of the browser tests with its fixtures, and `Shop`, which operates the pages of the shop.

import { test as base, expect, type Locator, type Page } from '@playwright/test'
import type { Product, ProductCard, Session } from '~shared/api/types'
import { DOUBLE_TAP_MS } from '~/features/basket/rules'
import { inLocale, type Locale } from '~shared/i18n/locale'
import type { Translate } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { type Account, testerAccount, emptyAccount, signInByApi } from './accounts'
import { type Catalogue, findCatalogue } from './catalogue'
import { Guard } from './guard'
import { waitForHydration, withHydration } from './hydration'
import { az, texts } from './texts'

export { expect }

/** What each test can ask for. A test is a guest unless it asks for `session`. */
interface Fixtures {
  /** Fails the test when the browser reports an error. Every test has it. */
  guard: Guard
  isPhone: boolean
  /** The browser of the test. */
  shop: Shop
  /** The session of `account`. Its cart and favourites are empty, and the browser is signed in as if from an earlier visit. */
  session: Session
}

/** What the tests of a worker share. A worker is a process that runs one test after the other. */
interface WorkerFixtures {
  /** The demo account that only this worker uses. */
  account: Account
  /** Products and categories of the demo shop. */
  catalogue: Catalogue
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  account: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from this pattern
    async ({}, provide, { parallelIndex }) => provide(testerAccount(parallelIndex)),
    { scope: 'worker' },
  ],
  catalogue: [
    async ({ playwright }, provide, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      await provide(await findCatalogue(request))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  guard: [
    async ({ context, baseURL }, provide) => {
      const guard = new Guard(context, baseURL ?? '')
      await provide(guard)
      guard.expectNoComplaints()
    },
    { auto: true },
  ],
  isPhone: async ({ isMobile }, provide) => provide(isMobile),
  page: async ({ page, javaScriptEnabled }, provide) => provide(javaScriptEnabled ? withHydration(page) : page),
  shop: async ({ page, isPhone }, provide) => provide(new Shop(page, isPhone)),
  session: async ({ shop, request, account }, provide) => {
    const session = await signInByApi(request, account)
    await emptyAccount(request, session)
    await shop.storeSection('auth', { ...session, isAuthenticated: true })
    await provide(session)
  },
})

/**
 * A page of the browser that shows the shop, with the actions and expectations of a visitor. The language is Azerbaijani unless a parameter
 * says otherwise: `t` translates the key of a text to the language of the page.
 */
export class Shop {
  constructor(
    readonly page: Page,
    readonly isPhone: boolean,
  ) {}

  /** Opens a page of the shop and waits until it has its heading. */
  async open(path: string, locale: Locale = 'az') {
    const response = await this.page.goto(inLocale(locale, path) || '/')
    await expect(this.heading()).toBeVisible()
    await waitForHydration(this.page)
    return response
  }

  /**
   * Waits until the document of a public page contains `text`, and opens the page. The wait is needed because the gateway caches responses
   * for a second. The text must contain no characters that HTML escapes.
   */
  async openWith(text: string, path: string, locale: Locale = 'az') {
    const html = async () => (await this.page.request.get(inLocale(locale, path))).text()
    await expect.poll(html, `${path} contains “${text}”`).toContain(text)
    await this.open(path, locale)
    await expect(this.main()).toContainText(text)
  }

  /** Scrolls to the end, which loads everything above it. */
  scrollToEnd = () => this.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))

  heading = () => this.page.getByRole('heading', { level: 1 })
  main = () => this.page.getByRole('main')
  banner = () => this.page.getByRole('banner')
  cards = () => this.main().getByRole('article')
  /** The chosen filters of a product list, and the link that clears them. */
  chips = () => this.main().getByRole('list', { name: az('catalog.filters.chosen') })
  dialog = (name: string) => this.page.getByRole('dialog', { name, exact: true })
  region = (name: string) => this.main().getByRole('region', { name, exact: true })
  /** The region of short messages that disappear by themselves. */
  toasts = (t: Translate = az) => this.page.getByRole('region', { name: t('common.messages') })
  /** The card of a product or store. */
  card = (name: string) => this.cards().filter({ has: this.page.getByRole('link', { name, exact: true }) })
  buyButton = () => this.main().getByRole('button', { name: az('product.add'), exact: true })

  /** The links of the header to favourites, cart and account. */
  private readonly personal = (t: Translate) => this.banner().getByRole('navigation', { name: t('common.nav.personal') })
  cartLink = (t: Translate = az) => this.personal(t).getByRole('link', { name: new RegExp(`^${t('common.nav.cart')}`) })
  favouritesLink = () => this.personal(az).getByRole('link', { name: new RegExp(`^${az('common.nav.favourites')}`) })
  favouritesButton = () => this.personal(az).getByRole('button', { name: az('common.nav.favourites') })
  profileLink = () => this.personal(az).getByRole('link', { name: new RegExp(`^(${az('common.nav.account')}|${az('common.nav.signIn')})`) })

  async expectCartCount(count: number) {
    await expect(this.cartLink()).toHaveAccessibleName(nameWithCount(az('common.nav.cart'), count))
  }

  async expectFavouriteCount(count: number) {
    await expect(this.favouritesLink()).toHaveAccessibleName(nameWithCount(az('common.nav.favourites'), count))
  }

  async expectSignedIn() {
    await expect(this.profileLink()).toHaveAccessibleName(new RegExp(`^${az('common.nav.account')}`))
  }

  async expectGuest() {
    await expect(this.profileLink()).toHaveAccessibleName(az('common.nav.signIn'))
  }

  async expectToast(text: string, t: Translate = az) {
    await expect(this.toasts(t).getByText(text, { exact: true }).last()).toBeVisible()
  }

  async expectPath(path: string | RegExp) {
    await expect(this.page).toHaveURL(typeof path === 'string' ? (url) => url.pathname + url.search === path : path)
  }

  /** Adds a product to the cart from its own page, `times` times. */
  async addToCart(product: ProductCard | Product, times = 1, sizeId?: number) {
    const query = sizeId === undefined ? '' : `?size=${sizeId}`
    await this.open(paths.product(product.slug) + query)
    for (let time = 0; time < times; time += 1) {
      if (time > 0) await this.waitOutDoubleTap()
      await this.buyButton().click()
    }
    await this.expectToast(az('common.cart.added'))
  }

  /** Waits until another press no longer counts as a double tap. */
  async waitOutDoubleTap() {
    const now = () => this.page.evaluate(() => performance.now())
    const pressedAt = await now()
    await expect.poll(now).toBeGreaterThan(pressedAt + DOUBLE_TAP_MS)
  }

  /** Signs in by password on the sign-in page, which may show the step for the phone number first. */
  async signIn(login: string, password: string) {
    const field = this.page.getByLabel(az('signIn.password.login'))
    const toPassword = this.main().getByRole('link', { name: az('signIn.phone.toPassword') })
    await field.or(toPassword).waitFor()
    if (await toPassword.isVisible()) await toPassword.click()
    await field.fill(login)
    await this.page.getByLabel(az('signIn.password.password'), { exact: true }).fill(password)
    await this.main()
      .getByRole('button', { name: az('signIn.password.submit'), exact: true })
      .click()
  }

  /** Opens the side menu, which on phones contains languages and theme. */
  async openMenu(t: Translate = az) {
    await this.banner()
      .getByRole('button', { name: t('common.nav.menu') })
      .click()
    return this.dialog(t('common.nav.menu'))
  }

  /** Switches the language by the menu of the header or, on phones, the side menu. */
  async switchLanguage(from: Locale, to: Locale) {
    const t = texts(from)
    if (this.isPhone) {
      const menu = await this.openMenu(t)
      await menu.getByRole('link', { name: new RegExp(`^${to.toUpperCase()}`) }).click()
    } else {
      const languageMenu = this.page.getByRole('group').filter({ has: this.page.getByText(`: ${t('common.language')}`) })
      await languageMenu.getByText(from.toUpperCase(), { exact: false }).first().click()
      await languageMenu.locator(`a[hreflang=${to}]`).click()
    }
    await expect(this.page.locator('html')).toHaveAttribute('lang', to)
    // Each language is a separate document. Before hydration it would close a menu that the test opens.
    await waitForHydration(this.page)
  }

  /** Returns a section of what the shop stores on the device, such as `auth`, or null if there is none. */
  stored = <T>(section: string) =>
    this.page.evaluate((name) => {
      const sections = JSON.parse(localStorage.getItem('sovqat') ?? '{}') as Record<string, { state: unknown } | undefined>
      return sections[name]?.state ?? null
    }, section) as Promise<T | null>

  /** Stores a section as if from an earlier visit, once, before the first script of the next document. */
  async storeSection(section: string, state: unknown) {
    await this.page.addInitScript(
      ([name, value]) => {
        if (sessionStorage.getItem(`stored ${name}`)) return
        sessionStorage.setItem(`stored ${name}`, 'done')
        const sections = JSON.parse(localStorage.getItem('sovqat') ?? '{}') as Record<string, unknown>
        localStorage.setItem('sovqat', JSON.stringify({ ...sections, [name]: { state: value, version: 0 } }))
      },
      [section, state] as const,
    )
  }
}

/** Returns the accessible name of a link in the header that shows a count. */
export const labelWithCount = (label: string, countText: string) => `${label}, ${countText}`
const nameWithCount = (label: string, count: number) => (count === 0 ? label : labelWithCount(label, az('common.nav.count', { count })))

/** Returns the lines of the cart page with this product, one for each size. */
export const cartLine = (page: Page, name: string): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('group', { name: az('cart.countOf', { name }), exact: true }) })
