import type { Locator } from '@playwright/test'
import { adminPaths } from '~admin/paths'
import { paths } from '~shared/lib/paths'
import { orderButton, radio, signUpWithCart, currentOrderCode, readOrders } from './buyers'
import { homeSections, shelfOf } from './home-sections'
import { tabTo } from './keyboard'
import { randomId, test as adminTest } from './admin'
import { signInNewAccount } from './new-accounts'
import { expect, cartLine, test } from './shop'
import { az } from './texts'

/** Returns whether the element, or the card around it, has an outline that shows the focus. */
const hasOutline = (target: Locator) =>
  target.evaluate((element) =>
    [element, element.closest('article')].some(
      (candidate) =>
        candidate && getComputedStyle(candidate).outlineStyle !== 'none' && parseFloat(getComputedStyle(candidate).outlineWidth) > 0,
    ),
  )

test('the first tab stop is a link that skips the header', async ({ shop, page }) => {
  await shop.open(paths.home())
  await page.keyboard.press('Tab')
  const skipLink = page.getByRole('link', { name: az('common.skip') })
  await expect(skipLink).toBeFocused()
  await expect(skipLink).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(shop.main()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(shop.main().getByRole('link').first()).toBeFocused()
})

test('a product is found and added to the cart without a mouse', async ({ shop, page, request }) => {
  const response = await request.get('/api/v1/product/all?sort=popular&page=1&perPage=12')
  const { data } = (await response.json()) as { data: { products: { name: string; inStock: boolean; hasSizes: boolean }[] } }
  const product = data.products.find(({ inStock, hasSizes }) => inStock && !hasSizes)
  if (!product) throw new Error('the first shelf has no product without sizes')
  await shop.open(paths.home())
  // The first tab stop is the link that skips the header.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  const link = shop.region(shelfOf(await homeSections(request), 'popular').title).getByRole('link', { name: product.name, exact: true })
  await tabTo(page, link)
  expect(await hasOutline(link), 'the focus is visible').toBe(true)
  await page.keyboard.press('Enter')
  await expect(shop.heading()).toHaveText(product.name)
  await expect(shop.heading(), 'the focus moves to the heading of the new page').toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: product.name }), 'the new page is announced').toBeAttached()

  await tabTo(page, shop.buyButton())
  expect(await hasOutline(shop.buyButton())).toBe(true)
  await page.keyboard.press('Enter')
  await shop.expectCartCount(1)
  await expect(shop.buyButton(), 'the message does not take the focus').toBeFocused()

  await tabTo(page, shop.cartLink(), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await shop.expectPath(paths.cart())
  const more = cartLine(page, product.name).getByRole('button', { name: az('cart.moreOf', { name: product.name }), exact: true })
  await tabTo(page, more)
  await page.keyboard.press('Space')
  await shop.expectCartCount(2)
  await tabTo(page, shop.main().getByRole('link', { name: az('cart.signIn') }))
  await page.keyboard.press('Enter')
  await shop.expectPath(paths.signIn(paths.cart()))
})

test('the sticky header does not cover the focused element', async ({ shop, page, catalogue }) => {
  await shop.open(paths.category(catalogue.big.slug))
  const lastLink = shop.cards().last().getByRole('link').first()
  await lastLink.scrollIntoViewIfNeeded()
  await lastLink.focus()
  // The focus moves back through the cards, and the page scrolls up under the header.
  for (let press = 0; press < 24; press += 1) {
    await page.keyboard.press('Shift+Tab')
    const isCovered = await page.evaluate(() => {
      const header = document.querySelector('header')?.getBoundingClientRect()
      const focused = document.activeElement?.getBoundingClientRect()
      return Boolean(header && focused && !document.activeElement?.closest('header, aside') && focused.bottom <= header.bottom)
    })
    expect(isCovered, `press ${press + 1}`).toBe(false)
  }
})

test('the language menu opens by keyboard and closes on Escape', async ({ shop, page }) => {
  await shop.open(paths.home())
  const summary = page.locator('summary').filter({ hasText: az('common.language') })
  await summary.focus()
  await page.keyboard.press('Enter')
  const russian = page.locator('a[hreflang=ru]').filter({ visible: true })
  await expect(russian).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(russian).toHaveCount(0)
  await expect(summary).toBeFocused()
})

test('a birthday is added without a mouse', async ({ shop, page, request }) => {
  await signInNewAccount(shop, request)
  await shop.open(paths.newBirthday())
  await expect(shop.main().getByRole('heading', { name: az('account.birthdays.add') })).toBeFocused()
  const typeIntoNextField = async (text: string) => {
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  await typeIntoNextField('Nərgiz')
  // The other fields are select elements, in which typing chooses the option that begins with the text.
  await typeIntoNextField(az('account.birthdays.relation.sister').slice(0, 3))
  await typeIntoNextField('8')
  await typeIntoNextField('mart')
  await typeIntoNextField('1994')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await shop.expectToast(az('account.birthdays.added', { name: 'Nərgiz' }))
  await expect(shop.main().getByRole('listitem').filter({ hasText: 'Nərgiz' })).toContainText(az('account.birthdays.relation.sister'))
})

test('an order is placed without a mouse', async ({ shop, page, request, catalogue }) => {
  const session = await signUpWithCart(shop, request, catalogue.plain)
  await shop.open(paths.checkout())
  // In a group of radio buttons, Tab focuses the checked one, and arrow keys check the others.
  await tabTo(page, radio(shop, az('checkout.recipient.isSelf')))
  await page.keyboard.press('ArrowRight')
  await expect(radio(shop, az('checkout.recipient.isOther'))).toBeChecked()
  await page.keyboard.press('ArrowLeft')
  await tabTo(page, radio(shop, az('checkout.payment.card')))
  await page.keyboard.press('ArrowDown')
  await expect(radio(shop, az('checkout.payment.cash'))).toBeChecked()
  await tabTo(page, orderButton(shop, 'order'))
  await page.keyboard.press('Enter')
  await currentOrderCode(shop)
  expect(await readOrders(request, session)).toHaveLength(1)
})

adminTest('an operator creates a redirect and removes it without a mouse', async ({ admin, page }) => {
  const from = `/kohne-unvan-${randomId()}`
  await admin.open(adminPaths.redirects(from))
  await tabTo(page, admin.main().getByRole('button', { name: az('adminSite.redirects.new') }))
  await page.keyboard.press('Enter')
  const form = admin.region(az('adminSite.redirects.new'))
  await expect(form.getByLabel(az('adminSite.redirects.from'))).toBeFocused()
  await page.keyboard.type(from)
  await tabTo(page, form.getByRole('radio', { name: az('adminSite.redirects.kind.301') }))
  await page.keyboard.press('ArrowRight')
  await expect(form.getByRole('radio', { name: az('adminSite.redirects.kind.302') })).toBeChecked()
  await tabTo(page, form.getByLabel(az('adminSite.redirects.to')))
  await page.keyboard.type(paths.contact())
  await page.keyboard.press('Enter')
  await admin.expectToast(az('adminSite.redirects.leads', { from, to: paths.contact() }))

  const remove = admin.main().getByRole('button', { name: az('adminSite.redirects.of', { act: az('adminSite.remove'), from }) })
  await tabTo(page, remove)
  expect(await hasOutline(remove), 'the focus is visible').toBe(true)
  await page.keyboard.press('Enter')
  await admin.expectToast(az('adminSite.redirects.removed', { from }))
  await expect(remove).toHaveCount(0)
})
