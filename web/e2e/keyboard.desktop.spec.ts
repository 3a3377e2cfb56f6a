import type { Locator } from '@playwright/test'
import { adminPaths } from '~admin/paths'
import { paths } from '~shared/lib/paths'
import { button, choice, isAboutToOrder, orderCode, ordersOf } from './buyers'
import { tabsTo } from './keyboard'
import { mark, test as atTheOffice } from './office'
import { settlesIn } from './residents'
import { expect, lineOf, test } from './shop'
import { az } from './texts'

/** True if the element or the card around it has a focus outline. */
const hasOutline = (target: Locator) =>
  target.evaluate((element) =>
    [element, element.closest('article')].some(
      (one) => one && getComputedStyle(one).outlineStyle !== 'none' && parseFloat(getComputedStyle(one).outlineWidth) > 0,
    ),
  )

test('the first tab stop is a link that skips the header', async ({ shop, page }) => {
  await shop.open(paths.home())
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: az('common.skip') })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(shop.main()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(shop.main().getByRole('link').first()).toBeFocused()
})

test('a product is found and added to the cart without a mouse', async ({ shop, page, request }) => {
  const answer = await request.get('/api/v1/product/all?sort=popular&page=1&perPage=12')
  const { data } = (await answer.json()) as { data: { products: { name: string; inStock: boolean; hasSizes: boolean }[] } }
  const product = data.products.find(({ inStock, hasSizes }) => inStock && !hasSizes)
  if (!product) throw new Error('the first shelf has no product without sizes')
  await shop.open(paths.home())
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  const link = shop.region(az('home.popular')).getByRole('link', { name: product.name, exact: true })
  await tabsTo(page, link)
  expect(await hasOutline(link), 'the focus can be seen').toBe(true)
  await page.keyboard.press('Enter')
  await expect(shop.heading()).toHaveText(product.name)
  await expect(shop.heading(), 'the new page begins at its heading').toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: product.name }), 'and is announced').toBeAttached()

  await tabsTo(page, shop.buyButton())
  expect(await hasOutline(shop.buyButton())).toBe(true)
  await page.keyboard.press('Enter')
  await shop.hasCartCount(1)
  await expect(shop.buyButton(), 'the message takes no focus').toBeFocused()

  await tabsTo(page, shop.cartLink(), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await shop.isAt(paths.cart())
  const more = lineOf(page, product.name).getByRole('button', { name: az('cart.moreOf', { name: product.name }), exact: true })
  await tabsTo(page, more)
  await page.keyboard.press('Space')
  await shop.hasCartCount(2)
  await tabsTo(page, shop.main().getByRole('link', { name: az('cart.signIn') }))
  await page.keyboard.press('Enter')
  await shop.isAt(paths.signIn(paths.cart()))
})

test('focused elements are never hidden under the sticky header', async ({ shop, page, catalogue }) => {
  await shop.open(paths.category(catalogue.big.slug))
  const last = shop.cards().last().getByRole('link').first()
  await last.scrollIntoViewIfNeeded()
  await last.focus()
  for (let press = 0; press < 24; press += 1) {
    await page.keyboard.press('Shift+Tab')
    const hidden = await page.evaluate(() => {
      const header = document.querySelector('header')?.getBoundingClientRect()
      const focused = document.activeElement?.getBoundingClientRect()
      return Boolean(header && focused && !document.activeElement?.closest('header, aside') && focused.bottom <= header.bottom)
    })
    expect(hidden, `press ${press + 1}`).toBe(false)
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
  await settlesIn(shop, request)
  await shop.open(paths.newBirthday())
  await expect(shop.main().getByRole('heading', { name: az('account.birthdays.add') })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Nərgiz')
  await page.keyboard.press('Tab')
  await page.keyboard.type(az('account.birthdays.relation.sister').slice(0, 3))
  await page.keyboard.press('Tab')
  await page.keyboard.type('8')
  await page.keyboard.press('Tab')
  await page.keyboard.type('mart')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1994')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await shop.says(az('account.birthdays.added', { name: 'Nərgiz' }))
  await expect(shop.main().getByRole('listitem').filter({ hasText: 'Nərgiz' })).toContainText(az('account.birthdays.relation.sister'))
})

test('an order is placed without a mouse', async ({ shop, page, request, catalogue }) => {
  const session = await isAboutToOrder(shop, request, catalogue.plain)
  await shop.open(paths.checkout())
  // Tab reaches the checked radio of a group; arrows move on from there.
  await tabsTo(page, choice(shop, az('checkout.recipient.isSelf')))
  await page.keyboard.press('ArrowRight')
  await expect(choice(shop, az('checkout.recipient.isOther'))).toBeChecked()
  await page.keyboard.press('ArrowLeft')
  await tabsTo(page, choice(shop, az('checkout.payment.card')))
  await page.keyboard.press('ArrowDown')
  await expect(choice(shop, az('checkout.payment.cash'))).toBeChecked()
  await tabsTo(page, button(shop, 'order'))
  await page.keyboard.press('Enter')
  await orderCode(shop)
  expect(await ordersOf(request, session)).toHaveLength(1)
})

atTheOffice('an operator makes a redirect and removes it without a mouse', async ({ desk, page }) => {
  const from = `/kohne-unvan-${mark()}`
  await desk.open(adminPaths.redirects(from))
  await tabsTo(page, desk.main().getByRole('button', { name: az('office.redirects.new') }))
  await page.keyboard.press('Enter')
  const form = desk.region(az('office.redirects.new'))
  await expect(form.getByLabel(az('office.redirects.from'))).toBeFocused()
  await page.keyboard.type(from)
  await tabsTo(page, form.getByRole('radio', { name: az('office.redirects.kind.301') }))
  await page.keyboard.press('ArrowRight')
  await expect(form.getByRole('radio', { name: az('office.redirects.kind.302') })).toBeChecked()
  await tabsTo(page, form.getByLabel(az('office.redirects.to')))
  await page.keyboard.type(paths.contact())
  await page.keyboard.press('Enter')
  await desk.says(az('office.redirects.leads', { from, to: paths.contact() }))

  const remove = desk.main().getByRole('button', { name: az('office.redirects.of', { act: az('office.remove'), from }) })
  await tabsTo(page, remove)
  expect(await hasOutline(remove), 'the focus can be seen').toBe(true)
  await page.keyboard.press('Enter')
  await desk.says(az('office.redirects.removed', { from }))
  await expect(remove).toHaveCount(0)
})
