import { money } from '~shared/i18n/format'
import { adminPaths } from '~admin/paths'
import { paths } from '~shared/lib/paths'
import { BANK_COMPLAINT, payAtBank } from './bank'
import { DESKTOP, FULL } from './coverage'
import { openBackOffice, productsOfTwoStores, signUpWithOrder, moveOrder, readOrder } from './placed-orders'
import { tabTo } from './keyboard'
import { signInNewAccount } from './new-accounts'
import { expect, Shop, test } from './shop'
import { az } from './texts'

/** The page of an open order asks the server for changes more often than this. */
const AFTER_POLL_MS = 15_000

const timeline = (shop: Shop) => shop.main().getByRole('list', { name: az('orders.timeline') })
const currentStep = (shop: Shop) => timeline(shop).locator('[aria-current=step]')
const button = (shop: Shop, name: string) => shop.main().getByRole('button', { name, exact: true })

/** `name` is the beginning of the button's name, which ends with the order that it moves. */
const moveButton = (shop: Shop, name: string) =>
  shop
    .main()
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()

async function openRefundOfFaulty(shop: Shop) {
  await button(shop, az('orders.refund.open')).click()
  const sheet = shop.dialog(az('orders.refund.title'))
  await sheet.getByRole('radio', { name: az('orders.refund.grounds.faulty') }).check()
  return sheet
}

test("the shopper's page follows an operator's move, and announces it, without a reload", async ({
  shop,
  request,
  browser,
  isPhone,
  catalogue,
}) => {
  const { order } = await signUpWithOrder(shop, request, [[catalogue.plain, 1]])
  await shop.open(paths.placedOrder(order.code))
  await expect(shop.main().getByRole('heading', { name: az('orders.thanks.title') })).toBeVisible()
  await expect(shop.main().getByText(az('orders.live'))).toBeVisible()
  await expect(currentStep(shop)).toContainText(az('orders.status.waiting'))

  const { admin, close } = await openBackOffice(browser, isPhone)
  await admin.open(adminPaths.orders())
  await admin.main().getByLabel(az('admin.find')).fill(order.code)
  await admin.page.keyboard.press('Enter')
  await admin.main().getByRole('link', { name: order.code }).click()
  for (const status of ['confirmed', 'searching_courier', 'courier_appointed', 'handed_to_courier', 'on_the_way', 'delivered'] as const) {
    const statusText = az(`orders.status.${status}`)
    await moveButton(admin, az(`admin.move.${status}`)).click()
    // The delivery must be confirmed, and a delivered order has no timeline.
    if (status === 'delivered') await moveButton(admin, az('admin.confirmDelivered')).click()
    await admin.expectToast(az('admin.moved', { code: order.code, status: statusText }))
    if (status !== 'delivered') await expect(currentStep(shop)).toContainText(statusText)
    const announcement = shop
      .main()
      .getByRole('status')
      .getByText(az('orders.nowIs', { status: statusText }))
    await expect(announcement).toBeAttached()
  }
  await expect(shop.main().getByRole('heading', { level: 2, name: az('orders.status.delivered') })).toBeVisible()
  await expect(shop.main().getByRole('link', { name: new RegExp(az('orders.review')) })).toBeVisible()
  await expect(admin.region(az('admin.history')).getByRole('listitem'), 'the order was placed, and moved six times').toHaveCount(7)
  await close()
})

test('a cancelled courier moves the order back to the search', async ({ shop, request, browser, isPhone, catalogue }) => {
  const { order } = await signUpWithOrder(shop, request, [[catalogue.plain, 1]])
  await moveOrder(request, order, 'courier_appointed')
  await shop.open(paths.order(order.code))
  await expect(currentStep(shop)).toContainText(az('orders.status.courier_appointed'))

  const { admin, close } = await openBackOffice(browser, isPhone)
  await admin.open(adminPaths.order(order.code))
  await moveButton(admin, az('admin.move.searching_courier')).click()
  await expect(currentStep(shop)).toContainText(az('orders.status.searching_courier'))
  await close()
})

test('a cancelled order shows its reason, and its goods are for sale again', { tag: FULL }, async ({ shop, request, catalogue }) => {
  const { order, session } = await signUpWithOrder(shop, request, [[catalogue.plain, 1]])
  await shop.open(paths.orders())
  await shop.main().getByRole('link', { name: order.code }).click()
  await button(shop, az('orders.cancel.open')).click()
  const sheet = shop.dialog(az('orders.cancel.title', { code: order.code }))
  await expect(sheet.getByText(az('orders.cancel.unpaid'))).toBeVisible()
  await sheet.getByRole('button', { name: az('orders.cancel.why.mind') }).click()
  await sheet.getByRole('button', { name: az('orders.cancel.submit') }).click()
  await shop.expectToast(az('orders.cancel.done'))
  await expect(currentStep(shop)).toContainText(az('orders.status.cancelled'))
  await expect(currentStep(shop)).toContainText(az('orders.cancel.why.mind'))
  await expect(button(shop, az('orders.cancel.open'))).toHaveCount(0)
  expect((await readOrder(request, session, order.code)).status).toBe('cancelled')
})

test(
  '“back” on a phone closes the confirmation and leaves the order unchanged',
  { tag: FULL },
  async ({ shop, page, request, catalogue, isPhone }) => {
    test.skip(!isPhone, 'phones have “back”')
    const { order, session } = await signUpWithOrder(shop, request, [[catalogue.plain, 1]])
    await shop.open(paths.order(order.code))
    await button(shop, az('orders.cancel.open')).click()
    await expect(shop.dialog(az('orders.cancel.title', { code: order.code }))).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await shop.expectPath(paths.order(order.code))
    expect((await readOrder(request, session, order.code)).status).toBe('waiting')
  },
)

test('a partial refund is requested and approved', async ({ shop, page, request, browser, isPhone, catalogue }) => {
  await page.clock.install()
  const { plain, discounted } = catalogue
  const { order, session } = await signUpWithOrder(shop, request, [
    [plain, 2],
    [discounted, 1],
  ])
  await moveOrder(request, order, 'delivered')
  const unitPrice = order.lines.find(({ productId }) => productId === plain.id)?.unitPrice ?? 0
  await shop.open(paths.order(order.code))
  const sheet = await openRefundOfFaulty(shop)
  await expect(sheet.getByText(money(order.amounts.total))).toBeVisible()

  await sheet.getByRole('radio', { name: az('orders.refund.part') }).check()
  await sheet.getByRole('button', { name: az('orders.refund.more', { name: plain.name }) }).click()
  await expect(sheet.getByText(money(unitPrice))).toBeVisible()
  await sheet.getByRole('button', { name: az('orders.refund.submit') }).click()
  await expect(sheet.getByRole('alert')).toContainText(az('errors.fields.reason_required'))
  await sheet.getByRole('button', { name: az('orders.refund.why.broken') }).click()
  await sheet.getByRole('button', { name: az('orders.refund.submit') }).click()
  await expect(shop.region(az('orders.refunds.title')).getByText(az('orders.refunds.requested'))).toBeVisible()

  const { admin, close } = await openBackOffice(browser, isPhone)
  await admin.open(adminPaths.refunds())
  await button(admin, az('admin.refunds.of', { act: az('admin.refunds.approve'), code: order.code })).click()
  await admin
    .main()
    .getByRole('checkbox', { name: az('admin.refunds.restock') })
    .check()
  await button(admin, az('admin.refunds.giveCash', { amount: money(unitPrice) })).click()
  await admin.expectToast(az('admin.refunds.approved', { amount: money(unitPrice) }))
  await close()

  await page.clock.runFor(AFTER_POLL_MS)
  await expect(shop.region(az('orders.refunds.title')).getByText(az('orders.refunds.paid'))).toBeVisible()
  await expect(shop.main().getByText(az('orders.givenBack', { count: 1 }))).toBeVisible()
  expect((await readOrder(request, session, order.code)).paymentStatus).toBe('partly_refunded')
})

test("a refused refund shows the operator's answer", { tag: FULL }, async ({ shop, page, request, browser, isPhone, catalogue }) => {
  await page.clock.install()
  const { order } = await signUpWithOrder(shop, request, [[catalogue.plain, 1]])
  await moveOrder(request, order, 'delivered')
  await shop.open(paths.order(order.code))
  const sheet = await openRefundOfFaulty(shop)
  await sheet.getByLabel(az('orders.refund.reason'), { exact: true }).fill('Rəngi şəkildəki kimi deyil.')
  await sheet.getByRole('button', { name: az('orders.refund.submit') }).click()

  const { admin, close } = await openBackOffice(browser, isPhone)
  await admin.open(adminPaths.refunds())
  await button(admin, az('admin.refunds.of', { act: az('admin.refunds.refuse'), code: order.code })).click()
  await button(admin, az('admin.refunds.refuse')).click()
  await expect(admin.main().getByRole('alert')).toContainText(az('errors.fields.reason_required'))
  await button(admin, az('admin.refunds.why.described')).click()
  await button(admin, az('admin.refunds.refuse')).click()
  await admin.expectToast(az('admin.refunds.refused'))
  await close()

  const refunds = shop.region(az('orders.refunds.title'))
  const answer = refunds.getByText(az('orders.refunds.answer', { answer: az('admin.refunds.why.described') }))
  await page.clock.runFor(AFTER_POLL_MS)
  await expect(answer).toBeVisible()
})

test('a declined card is reported on return, and the order is paid with another card', async ({
  shop,
  page,
  request,
  guard,
  catalogue,
}) => {
  guard.allow(BANK_COMPLAINT)
  const { order, session, bankUrl } = await signUpWithOrder(shop, request, [[catalogue.plain, 1]], 'card')
  await page.goto(bankUrl)
  await payAtBank(page, 'noFunds')
  await expect(shop.main().getByRole('heading', { name: az('orders.pay.failed') })).toBeVisible()
  await button(shop, az('orders.pay.submit', { total: money(order.amounts.total) })).click()
  await payAtBank(page, 'approved')
  await expect(shop.main().getByRole('heading', { name: az('orders.pay.paid') })).toBeVisible()
  await expect(shop.region(az('orders.amounts.title')).getByText(az('orders.payment.paid'))).toBeVisible()
  expect((await readOrder(request, session, order.code)).paymentStatus).toBe('paid')
})

test('an unpaid order is changed to cash on delivery', { tag: FULL }, async ({ shop, request, catalogue }) => {
  const { order, session } = await signUpWithOrder(shop, request, [[catalogue.plain, 1]], 'card')
  await shop.open(paths.order(order.code))
  await expect(shop.main().getByRole('heading', { name: az('orders.pay.due') })).toBeVisible()
  await shop
    .main()
    .getByRole('radio', { name: az('orders.method.cash') })
    .check()
  await button(shop, az('orders.pay.cash')).click()
  await shop.expectToast(az('orders.pay.cashAgreed'))
  await expect(shop.main().getByRole('heading', { name: az('orders.pay.due') })).toHaveCount(0)
  expect((await readOrder(request, session, order.code)).paymentMethod).toBe('cash')
})

test('reordering puts the products into the cart with one press', { tag: FULL }, async ({ shop, request, catalogue }) => {
  const { order } = await signUpWithOrder(shop, request, [
    [catalogue.plain, 2],
    [catalogue.discounted, 1],
  ])
  await shop.open(paths.orders())
  await button(shop, az('orders.reorder.of', { code: order.code })).click()
  await shop.expectToast(az('orders.reorder.done', { count: 3 }))
  await shop.expectCartCount(3)
  await shop
    .toasts()
    .getByRole('button', { name: az('common.cart.view') })
    .click()
  await shop.expectPath(paths.cart())
})

test('a receipt shows sellers, amounts and tax, and prints without the layout', async ({ shop, page, request }) => {
  const [first, second] = await productsOfTwoStores(request)
  const { order } = await signUpWithOrder(shop, request, [
    [first, 1],
    [second, 2],
  ])
  await shop.open(paths.order(order.code))
  await shop
    .main()
    .getByRole('link', { name: az('orders.receipt.open') })
    .click()
  await expect(shop.heading()).toHaveText(az('orders.receipt.title', { code: order.code }))
  for (const { name, total } of order.stores)
    await expect(shop.main().getByRole('table', { name: az('orders.receipt.seller', { name }) })).toContainText(money(total))
  await expect(shop.main()).toContainText(money(order.amounts.total))
  await expect(shop.main()).toContainText(money(order.amounts.vat))
  await page.emulateMedia({ media: 'print' })
  await expect(shop.banner()).toBeHidden()
  await expect(button(shop, az('orders.receipt.print'))).toBeHidden()
  await expect(shop.heading()).toBeVisible()
})

test('an order of another account is not found', { tag: FULL }, async ({ shop, request, browser, isPhone, catalogue }) => {
  const { order } = await signUpWithOrder(shop, request, [[catalogue.plain, 1]])
  const otherContext = await browser.newContext()
  const otherShop = new Shop(await otherContext.newPage(), isPhone)
  await signInNewAccount(otherShop, request)
  await otherShop.open(paths.order(order.code))
  await expect(otherShop.heading()).toHaveText(az('orders.notFound'))
  await otherContext.close()
})

test('the back office is for operators only', { tag: FULL }, async ({ shop, session, guard }) => {
  // A session of the shop does not open the back office.
  guard.allow(/\b401\b/)
  expect(session.user.roles).toEqual([])
  for (const path of [adminPaths.orders(), adminPaths.refunds()]) {
    await shop.open(path)
    await expect(shop.heading()).toHaveText(az('adminStaff.steps.password.title'))
  }
})

test('an order is cancelled without a mouse', { tag: DESKTOP }, async ({ shop, page, request, catalogue }) => {
  const { order, session } = await signUpWithOrder(shop, request, [[catalogue.plain, 1]])
  await shop.open(paths.order(order.code))
  await tabTo(page, button(shop, az('orders.cancel.open')))
  await page.keyboard.press('Enter')
  const sheet = shop.dialog(az('orders.cancel.title', { code: order.code }))
  await tabTo(page, sheet.getByRole('button', { name: az('orders.cancel.submit') }))
  await page.keyboard.press('Enter')
  await shop.expectToast(az('orders.cancel.done'))
  await expect(shop.heading()).toBeFocused()
  expect((await readOrder(request, session, order.code)).status).toBe('cancelled')
})
