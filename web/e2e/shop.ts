// Playwright's fixtures, and `Shop`, which operates pages.

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

/** The visitor is a guest unless the test asks for `session`. */
interface Fixtures {
  guard: Guard
  isPhone: boolean
  shop: Shop
  /** The browser is signed in. Cart and favourites are empty. */
  session: Session
}

interface WorkerFixtures {
  /** The demo account that only this worker uses. */
  account: Account
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

/** Operates the pages of the shop. The language is Azerbaijani unless a parameter says otherwise; `t` translates the key of a text. */
export class Shop {
  constructor(
    readonly page: Page,
    readonly isPhone: boolean,
  ) {}

  async open(path: string, locale: Locale = 'az') {
    const response = await this.page.goto(inLocale(locale, path) || '/')
    await expect(this.heading()).toBeVisible()
    await waitForHydration(this.page)
    return response
  }

  /** Waits until the page has `text`, because the gateway caches pages for a second. `text` must have no character that HTML escapes. */
  async openWith(text: string, path: string, locale: Locale = 'az') {
    const html = async () => (await this.page.request.get(inLocale(locale, path))).text()
    await expect.poll(html, `${path} contains “${text}”`).toContain(text)
    await this.open(path, locale)
    await expect(this.main()).toContainText(text)
  }

  scrollToEnd = () => this.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))

  heading = () => this.page.getByRole('heading', { level: 1 })
  main = () => this.page.getByRole('main')
  banner = () => this.page.getByRole('banner')
  cards = () => this.main().getByRole('article')
  chips = () => this.main().getByRole('list', { name: az('catalog.filters.chosen') })
  dialog = (name: string) => this.page.getByRole('dialog', { name, exact: true })
  region = (name: string) => this.main().getByRole('region', { name, exact: true })
  toasts = (t: Translate = az) => this.page.getByRole('region', { name: t('common.messages') })
  /** The card of a product or a store. */
  card = (name: string) => this.cards().filter({ has: this.page.getByRole('link', { name, exact: true }) })
  buyButton = () => this.main().getByRole('button', { name: az('product.add'), exact: true })

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

  /** Adds the product from its own page. */
  async addToCart(product: ProductCard | Product, times = 1, sizeId?: number) {
    const query = sizeId === undefined ? '' : `?size=${sizeId}`
    await this.open(paths.product(product.slug) + query)
    for (let time = 0; time < times; time += 1) {
      if (time > 0) await this.waitOutDoubleTap()
      await this.buyButton().click()
    }
    await this.expectToast(az('common.cart.added'))
  }

  async waitOutDoubleTap() {
    const now = () => this.page.evaluate(() => performance.now())
    const pressedAt = await now()
    await expect.poll(now).toBeGreaterThan(pressedAt + DOUBLE_TAP_MS)
  }

  /** The page may begin with the step for the phone number. */
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

  async openMenu(t: Translate = az) {
    await this.banner()
      .getByRole('button', { name: t('common.nav.menu') })
      .click()
    return this.dialog(t('common.nav.menu'))
  }

  async switchLanguage(from: Locale, to: Locale) {
    const t = texts(from)
    if (this.isPhone) {
      const menu = await this.openMenu(t)
      await menu.getByRole('link', { name: new RegExp(`^${to.toUpperCase()}`) }).click()
    } else {
      // The name of the menu is the current language, then `: language` for screen readers.
      const languageMenu = this.page.getByRole('group').filter({ has: this.page.getByText(`: ${t('common.language')}`) })
      await languageMenu.getByText(from.toUpperCase(), { exact: false }).first().click()
      await languageMenu.locator(`a[hreflang=${to}]`).click()
    }
    await expect(this.page.locator('html')).toHaveAttribute('lang', to)
    // The hydration of the new page would close a menu that the test opens.
    await waitForHydration(this.page)
  }

  /** Returns a section of what the shop keeps in the browser, such as `auth`. */
  stored = <T>(section: string) =>
    this.page.evaluate((name) => {
      const sections = JSON.parse(localStorage.getItem('sovqat') ?? '{}') as Record<string, { state: unknown } | undefined>
      return sections[name]?.state ?? null
    }, section) as Promise<T | null>

  /** Stores the section before the first script of the next document. Later documents keep what the shop has stored since. */
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

export const labelWithCount = (label: string, countText: string) => `${label}, ${countText}`
const nameWithCount = (label: string, count: number) => (count === 0 ? label : labelWithCount(label, az('common.nav.count', { count })))

/** Finds the lines of a product in the cart: one for each chosen size. */
export const cartLine = (page: Page, name: string): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('group', { name: az('cart.countOf', { name }), exact: true }) })

/** Finds the button that makes a product a favourite. */
export const heart = (shop: Shop, name: string): Locator =>
  shop.main().getByRole('button', { name: az('common.favourite.of', { name }), exact: true })
