import { inLocale, type Locale, LOCALES } from '~/i18n/locale'
import { paths } from '~/lib/paths'
import { holdsInCart, likes } from './accounts'
import { hasNoViolations } from './axe'
import { accountPages, guestPages } from './pages'
import { livesIn, settlesIn } from './residents'
import { expect, type Shop, test } from './shop'
import { texts } from './texts'

async function settled(shop: Shop, path: string, locale: Locale) {
  await shop.page.goto(inLocale(locale, path) || '/')
  await expect(shop.heading()).toBeVisible()
  // What is far down comes when it is near; what this screen hides may wait for ever.
  await expect(async () => {
    await shop.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(shop.page.locator('.skeleton').filter({ visible: true })).toHaveCount(0, { timeout: 500 })
  }).toPass({ timeout: 10_000 })
  await shop.page.evaluate(() => window.scrollTo(0, 0))
}

interface Overlay {
  isOn: 'phone' | 'desktop' | 'both'
  press: (shop: Shop, locale: Locale) => Promise<unknown>
  /** What opens: its code may have to come first, and until then there is nothing to look at. */
  opened: string
  /** Looked at alone: what it lies on is half covered, and so too small a target while it is open. */
  isAlone?: boolean
}

/** What opens over a page. */
const OVERLAYS: Record<string, Overlay> = {
  'login modal': {
    isOn: 'both',
    press: (shop, locale) =>
      shop
        .banner()
        .getByRole('button', { name: texts(locale)('common.nav.favourites') })
        .click(),
    opened: 'dialog[open]',
  },
  'side menu': { isOn: 'phone', press: (shop, locale) => shop.opensMenu(texts(locale)), opened: 'dialog[open]' },
  'search panel': {
    isOn: 'phone',
    press: (shop, locale) => shop.page.getByRole('button', { name: texts(locale)('common.search.open') }).click(),
    opened: 'dialog[open]',
  },
  'mega-menu': {
    isOn: 'desktop',
    press: (shop) => shop.banner().locator('button[aria-expanded]').filter({ visible: true }).first().click(),
    opened: '[id^="mega-"]',
  },
  'language menu': {
    isOn: 'desktop',
    press: (shop) => shop.page.locator('summary').filter({ visible: true }).first().click(),
    opened: 'details[open]',
    isAlone: true,
  },
}

for (const locale of LOCALES)
  test.describe(locale, () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } })
    test.beforeEach(({ guard }) => guard.expects(/\b404\b/))

    test('axe finds nothing on what guests see', async ({ shop, page, catalogue, isPhone }) => {
      test.setTimeout(360_000)
      for (const [name, path] of Object.entries(guestPages(catalogue)))
        await test.step(name, async () => {
          await settled(shop, path, locale)
          await hasNoViolations(page, name, { isFramed: path === paths.home() })
        })
      for (const [name, { isOn, press, opened, isAlone }] of Object.entries(OVERLAYS)) {
        if (isOn !== 'both' && (isOn === 'phone') !== isPhone) continue
        await test.step(name, async () => {
          await settled(shop, '/', locale)
          await press(shop, locale)
          await expect(page.locator(opened)).toBeVisible()
          await hasNoViolations(page, name, { isFramed: true, ...(isAlone && { within: opened }) })
        })
      }
    })

    test('axe finds nothing in the account', async ({ shop, page, session, request, catalogue }) => {
      test.setTimeout(360_000)
      await holdsInCart(request, session, catalogue.reduced.id, 2)
      await likes(request, session, catalogue.plain.id)
      for (const [name, path] of Object.entries(accountPages))
        await test.step(name, async () => {
          await settled(shop, path, locale)
          await hasNoViolations(page, name, { isFramed: path === paths.account() })
        })
    })

    test('nor in one that is lived in, nor in a form with mistakes', async ({ shop, page, request }) => {
      test.setTimeout(180_000)
      await livesIn(request, await settlesIn(shop, request))
      for (const path of [paths.account(), paths.addresses(), paths.birthdays()])
        await test.step(path, async () => {
          await settled(shop, path, locale)
          await hasNoViolations(page, path)
        })
      await settled(shop, paths.newAddress(), locale)
      await shop
        .main()
        .getByRole('button', { name: texts(locale)('account.save'), exact: true })
        .click()
      await expect(shop.main().getByRole('alert')).toBeFocused()
      await hasNoViolations(page, 'form with mistakes')
    })
  })
