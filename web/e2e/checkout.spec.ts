// The page shows a quote, the server's statement of what the order costs. An order for another amount is refused.

import { expect } from '@playwright/test'
import type { Cart } from '~shared/api/types'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { addToCart, apiGet, bearer } from './accounts'
import { BANK_COMPLAINT, payAtBank } from './bank'
import {
  orderButton,
  radio,
  signUpWithCart,
  expectPaymentStatus,
  addBakuAddress,
  scarceProducts,
  currentOrderCode,
  orderByApi,
  readOrders,
  chooseCash,
} from './buyers'
import { FULL } from './coverage'
import { signUpByApi } from './people'
import { signInNewAccount } from './new-accounts'
import { test } from './shop'
import { az } from './texts'

test('pays in cash: a new address, another recipient, a chosen delivery window', async ({ shop, page, request, catalogue }) => {
  const { session } = await signInNewAccount(shop, request)
  await addToCart(request, session, catalogue.plain.id, 1)
  await shop.open(paths.cart())
  await shop
    .main()
    .getByRole('link', { name: az('cart.checkout') })
    .click()
  await shop.expectPath(paths.checkout())

  const field = (name: string) => shop.main().getByLabel(name, { exact: true })
  await field(az('account.addresses.label.cityId')).selectOption({ label: 'Bakı' })
  await field(az('account.addresses.label.districtId')).selectOption({ index: 1 })
  await field(az('account.addresses.label.street')).fill('Nizami küçəsi')
  await field(az('account.addresses.label.building')).fill('10A')
  await shop
    .main()
    .getByRole('button', { name: az('checkout.address.use') })
    .click()
  await expect(radio(shop, az('account.addresses.type.home'))).toBeChecked()

  await radio(shop, az('checkout.recipient.isOther')).check()
  await field(az('checkout.recipient.firstName')).fill('Nigar')
  await field(az('checkout.recipient.lastName')).fill('Əliyeva')
  await shop.main().getByLabel(az('checkout.recipient.phoneNumber'), { exact: true }).last().fill('055 123 45 67')
  await shop
    .main()
    .getByLabel(new RegExp(`^${az('checkout.words.card').replace('?', '\\?')}`))
    .fill('Ad günün mübarək!')

  // A slot is a delivery window. Full days and slots are disabled.
  const days = shop.main().getByRole('list', { name: az('checkout.delivery.days') })
  const freeDays = days.getByRole('button').and(page.locator(':enabled'))
  // Any day but the one that is chosen at first.
  await freeDays.nth(2).click()
  const slots = shop.region(az('checkout.delivery.title')).getByRole('group').last().getByRole('radio')
  const slot = slots.and(page.locator(':enabled')).first()
  await slot.check()
  await radio(shop, az('checkout.payment.cash')).check()

  await page.reload()
  await expect(field(az('checkout.recipient.firstName'))).toHaveValue('Nigar')
  await expect(slot).toBeChecked()
  await orderButton(shop, 'order').click()

  const code = await currentOrderCode(shop)
  await shop.expectPath(paths.placedOrder(code))
  const [order] = await readOrders(request, session)
  expect(order).toMatchObject({
    code,
    paymentMethod: 'cash',
    cardText: 'Ad günün mübarək!',
    recipient: { firstName: 'Nigar', phoneNumber: '+994551234567' },
  })
  await shop.expectCartCount(0)
})

test('pays by card with 3-D Secure; “back” from the bank shows the order, not an empty cart', async ({
  shop,
  page,
  request,
  guard,
  catalogue,
}) => {
  guard.allow(BANK_COMPLAINT)
  const session = await signUpWithCart(shop, request, catalogue.discounted)
  await shop.open(paths.checkout())
  await orderButton(shop, 'pay').click()
  await expect(page.locator('input[name=number]'), 'the page of the bank').toBeVisible()
  await page.goBack()
  const code = await currentOrderCode(shop)
  await page.goForward()
  await payAtBank(page, 'asksForCode')
  expect(await currentOrderCode(shop)).toBe(code)
  await expectPaymentStatus(request, session, code, 'paid')
})

test('a declined card leaves an order that can be paid again', { tag: FULL }, async ({ shop, page, request, guard, catalogue }) => {
  guard.allow(BANK_COMPLAINT)
  const session = await signUpWithCart(shop, request, catalogue.plain)
  await shop.open(paths.checkout())
  await orderButton(shop, 'pay').click()
  await payAtBank(page, 'noFunds')
  const code = await currentOrderCode(shop)
  await expectPaymentStatus(request, session, code, 'failed')

  const response = await request.post(`/api/v1/order/${code}/pay`, {
    headers: { ...bearer(session), 'idempotency-key': `again-${code}` },
    data: { paymentMethod: 'card' },
  })
  const { data } = (await response.json()) as { data: { payment: { redirectUrl: string } } }
  await page.goto(data.payment.redirectUrl)
  await payAtBank(page, 'approved')
  await expectPaymentStatus(request, session, code, 'paid')
  expect(await readOrders(request, session), 'it is still one order').toHaveLength(1)
})

test('pays in instalments: all plans are shown, and the order has the chosen one', async ({ shop, page, request, guard, catalogue }) => {
  guard.allow(BANK_COMPLAINT)
  const session = await signUpWithCart(shop, request, catalogue.discounted)
  await shop.open(paths.checkout())
  await radio(shop, az('checkout.payment.installment')).check()
  const table = shop.main().getByRole('table')
  await expect(table.getByRole('radio'), 'one for each of the five plans').toHaveCount(5)

  await orderButton(shop, 'pay').click()
  await expect(shop.main().getByRole('alert')).toBeFocused()
  await expect(shop.main().getByRole('alert')).toContainText(az('checkout.payment.choose'))

  await table.getByRole('radio', { name: az('checkout.payment.month', { count: 12 }) }).check()
  await orderButton(shop, 'pay').click()
  await payAtBank(page, 'approved')
  const code = await currentOrderCode(shop)
  await expectPaymentStatus(request, session, code, 'paid')
  expect((await readOrders(request, session))[0]?.months).toBe(12)
})

test(
  'changes since the quote are listed line by line, and ordered once confirmed',
  { tag: FULL },
  async ({ shop, request, guard, catalogue }) => {
    guard.allow(/\b409\b/)
    const session = await signUpWithCart(shop, request, catalogue.plain)
    await shop.open(paths.checkout())
    await chooseCash(shop)

    // Adds the product as if in another tab or on another device.
    await addToCart(request, session, catalogue.plain.id, 1)
    await orderButton(shop, 'order').click()
    const changes = shop.main().getByRole('alert')
    await expect(changes).toBeFocused()
    await expect(changes).toContainText(catalogue.plain.name)
    expect(await readOrders(request, session)).toEqual([])

    const { data } = await apiGet<{ data: Cart }>(request, session, '/cart/all')
    await expect(shop.main().getByRole('complementary', { name: az('cart.summary') })).toContainText(money(data.total))
    await orderButton(shop, 'order').click()
    await currentOrderCode(shop)
    expect((await readOrders(request, session))[0]?.lines[0]?.count, 'with the piece that was added elsewhere').toBe(2)
  },
)

test(
  'a line that was sold to somebody else is reported and can be removed in the checkout',
  { tag: FULL },
  async ({ shop, request, guard, isPhone }) => {
    guard.allow(/\b409\b/)
    // The projects `phone` and `desktop` run at the same time and buy the whole stock, so each buys another product.
    const product = (await scarceProducts(request)).at(isPhone ? 0 : -1)
    if (product?.left === undefined) throw new Error('the demo has no product with few left')
    await signUpWithCart(shop, request, product, product.left)
    await shop.open(paths.checkout())
    await chooseCash(shop)

    const otherCustomer = await signUpByApi(request)
    const address = await addBakuAddress(request, otherCustomer.session)
    await addToCart(request, otherCustomer.session, product.id, product.left)
    const theirOrder = await orderByApi(request, otherCustomer.session, address.id)
    await orderButton(shop, 'order').click()
    await expect(shop.main().getByRole('alert')).toContainText(product.name)
    await shop
      .main()
      .getByRole('button', { name: new RegExp(`^${az('checkout.leaveOut')}`) })
      .click()
    await expect(shop.heading()).toHaveText(az('cart.empty.title'))

    await request.post(`/api/v1/order/${theirOrder.code}/cancel`, { headers: bearer(otherCustomer.session), data: {} })
  },
)

test('a double click and a lost response make one order', { tag: FULL }, async ({ shop, page, request, guard, catalogue }) => {
  guard.allow(/Failed to load resource/)
  const session = await signUpWithCart(shop, request, catalogue.plain)
  await shop.open(paths.checkout())
  await radio(shop, az('checkout.payment.cash')).check()
  // The server receives the request, but the browser gets no response.
  let lostResponses = 0
  await page.route('**/api/v1/order', async (route) => {
    if (route.request().method() !== 'POST' || lostResponses > 0) return route.fallback()
    lostResponses += 1
    await route.fetch()
    await route.abort()
  })
  await orderButton(shop, 'order').dblclick()
  await currentOrderCode(shop)
  expect(await readOrders(request, session)).toHaveLength(1)
})

test('promo codes show why they do not apply', { tag: FULL }, async ({ shop, request, catalogue }) => {
  await signUpWithCart(shop, request, catalogue.plain)
  await shop.open(paths.cart())
  const field = shop.main().getByLabel(az('cart.promo.label'))
  const [shortCode, unknownCode] = ['QISA', 'BELEKODYOXDUR']
  await field.fill(shortCode)
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(az('cart.promo.tooShort'))
  await field.fill(unknownCode)
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(az('cart.promo.notFound'))
  await shop
    .main()
    .getByRole('link', { name: az('cart.checkout') })
    .click()
  await expect(shop.main().getByLabel(az('cart.promo.label')), 'the checkout has the code, too').toHaveValue(unknownCode)
})

test(
  'a guest with a password signs in from the checkout and returns with the cart',
  { tag: FULL },
  async ({ shop, account, catalogue }) => {
    await shop.open(paths.product(catalogue.plain.slug))
    await shop.buyButton().click()
    await shop.expectCartCount(1)
    await shop.open(paths.checkout())
    await shop
      .main()
      .getByRole('link', { name: az('signIn.phone.toPassword') })
      .click()
    // The checkout has a link of the same name, which stays until the sign-in page has loaded.
    await shop.expectPath(/\/giris\?/)
    await shop.signIn(account.email, account.password)
    await expect(shop.main().getByRole('heading', { name: az('checkout.recipient.title') }), 'the cart is not empty').toBeVisible()
  },
)
