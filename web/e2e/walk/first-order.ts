// The shopper's first order, on a phone, and the refund of a part of it. walk.ts puts the steps in order.

import { expect } from '@playwright/test'
import { paths } from '~shared/lib/paths'
import { newPerson } from '../people'
import { moneyIn } from '../texts'
import { PROMO } from './desk'
import { BY_HAND } from './goods'
import { t, type Walker } from './walker'

const price = (manats: number) => moneyIn('en', Math.round(manats * 100))

const SHOPPER = { ...newPerson(), firstName: 'Aysel', lastName: 'Məmmədova' }

const [bouquet, box] = [BY_HAND[0].name.en, BY_HAND[1].name.en]

// The order has one discounted bouquet (36 ₼) and two boxes (25 ₼ each). The promo code takes ten per cent off.
const [SUBTOTAL, DISCOUNT, DELIVERY_FEE] = [36 + 2 * 25, 8.6, 4]
const TOTAL = SUBTOTAL - DISCOUNT + DELIVERY_FEE
/** The refund is for one box, less ten per cent. */
const REFUND = 25 - 2.5

export async function placeFirstOrder(shopper: Walker): Promise<string> {
  await addBouquet(shopper)
  await addBox(shopper)
  await openCheckout(shopper)
  await proveContact(shopper)
  await enterDelivery(shopper)
  return placeOrder(shopper)
}

async function addBouquet(shopper: Walker) {
  await shopper.press(shopper.page.getByRole('banner').getByRole('button', { name: t('common.search.open') }))
  const search = shopper.page.getByRole('dialog').getByRole('combobox', { name: t('common.search.label') })
  await shopper.type(search, 'Spring bouquet')
  await search.press('Enter')
  await expect(shopper.main().getByRole('article').filter({ hasText: bouquet }).first()).toBeVisible()
  await shopper.screenshot('24-search-390', { fullPage: false })
  await shopper.press(shopper.main().getByRole('link', { name: bouquet, exact: true }).first())
  await expect(shopper.heading()).toHaveText(bouquet)
  await shopper.screenshot('25-product-390', { fullPage: false })
  await shopper.press(shopper.button(t('product.add')).filter({ visible: true }).first())
  await shopper.expectToast(t('common.cart.added'))
}

async function addBox(shopper: Walker) {
  await shopper.open(paths.search(box))
  await shopper.press(shopper.main().getByRole('link', { name: box, exact: true }).first())
  await expect(shopper.heading()).toHaveText(box)
  await shopper.press(shopper.button(t('product.add')).filter({ visible: true }).first())
  await shopper.expectToast(t('common.cart.added'))
}

async function openCheckout(shopper: Walker) {
  await shopper.press(shopper.page.getByRole('link', { name: new RegExp(`^${t('common.nav.cart')}`) }).first())
  await shopper.press(shopper.button(t('cart.moreOf', { name: box })))
  await shopper.type('promo', PROMO)
  await shopper.press(shopper.button(t('cart.promo.apply')))
  await shopper.screenshot('26-cart-390')
  await shopper.press(shopper.link(t('cart.checkout')).filter({ visible: true }).first())
}

async function proveContact(shopper: Walker) {
  await shopper.type(shopper.page.getByLabel(t('signIn.phone.number'), { exact: true }), SHOPPER.localPhone)
  await shopper.press(shopper.button(t('signIn.phone.submit')))
  await shopper.enterCode(SHOPPER)
  await shopper.type(shopper.page.getByLabel(t('signIn.details.firstName'), { exact: true }), SHOPPER.firstName)
  await shopper.type(shopper.page.getByLabel(t('signIn.details.lastName'), { exact: true }), SHOPPER.lastName)
  await shopper.press(shopper.button(t('checkout.contact.submit')))
}

async function enterDelivery(shopper: Walker) {
  await shopper.choose(shopper.page.getByLabel(t('account.addresses.label.cityId'), { exact: true }), 'Baku')
  await shopper.choose(shopper.page.getByLabel(t('account.addresses.label.districtId'), { exact: true }), 'Nasimi district')
  await shopper.type(shopper.page.getByLabel(t('account.addresses.label.street'), { exact: true }), 'Nizami küçəsi')
  await shopper.type(shopper.page.getByLabel(t('account.addresses.label.building'), { exact: true }), '10A')
  await shopper.press(shopper.button(t('checkout.address.use')))
  await shopper.check(shopper.main().getByRole('radio', { name: new RegExp(`^${t('checkout.payment.cash')}`) }))
}

async function placeOrder(shopper: Walker): Promise<string> {
  const orderButton = shopper.button(new RegExp(`^${t('checkout.order')} ·`)).filter({ visible: true })
  await expect(orderButton).toContainText(price(TOTAL))
  await shopper.screenshot('27-checkout-390')
  await shopper.press(orderButton)
  await expect(shopper.page).toHaveURL(/SQ-[\w-]+/)
  const code = /SQ-[\w-]+/.exec(shopper.page.url())?.[0] ?? ''
  await expect(shopper.main().getByText(price(TOTAL)).first()).toBeVisible()
  await shopper.screenshot('28-thanks-390', { fullPage: false })
  return code
}

export async function deliver(colleague: Walker, code: string) {
  await colleague.openArea(t('admin.areas.orders'))
  await expect(colleague.link(code).first()).toBeVisible()
  await colleague.screenshot('29-orders')
  await colleague.press(colleague.link(code).first())
  await expect(colleague.heading()).toContainText(code)
  await expect(colleague.main().getByText(price(TOTAL)).first()).toBeVisible()
  await colleague.screenshot('30-order')

  const move = (name: 'confirmed' | 'searching_courier' | 'courier_appointed' | 'handed_to_courier' | 'on_the_way') =>
    colleague.press(colleague.button(new RegExp(`^${t(`admin.move.${name}`)}`)).first())
  await move('confirmed')
  await expect(colleague.button(new RegExp(`^${t('admin.move.searching_courier')}`)).first()).toBeVisible()

  await colleague.press(colleague.link(t('admin.courierSheet.open')))
  await expect(colleague.main().getByText(t('admin.courierSheet.pickUp', { name: 'Lalə Evi' }))).toBeVisible()
  await expect(colleague.main().getByText(price(TOTAL)).first()).toBeVisible()
  await expect(
    colleague.main().getByRole('listitem').filter({ hasText: 'Hədiyyə qutusu' }).or(colleague.main().getByText(box)),
  ).toBeVisible()
  await colleague.screenshot('31-courier-sheet')

  await colleague.press(colleague.main().getByRole('link', { name: new RegExp(code) }))
  for (const name of ['searching_courier', 'courier_appointed', 'handed_to_courier', 'on_the_way'] as const) {
    await move(name)
    await expect(colleague.button(new RegExp(`^${t(`admin.move.${name}`)}`))).toHaveCount(0)
  }
  await colleague.press(colleague.button(new RegExp(`^${t('admin.move.delivered')}`)).first())
  await colleague.press(colleague.button(new RegExp(`^${t('admin.confirmDelivered')}`)).first())
  await expect(colleague.main().getByText(t('orders.status.delivered'), { exact: true }).first()).toBeVisible()
  await colleague.screenshot('32-delivered')
}

interface RefundWalkers {
  shopper: Walker
  owner: Walker
  colleague: Walker
}

export async function refundBox({ shopper, owner, colleague }: RefundWalkers, code: string) {
  await shopper.page.reload()
  await shopper.press(shopper.button(t('orders.refund.open')))
  const sheet = shopper.page.getByRole('dialog', { name: t('orders.refund.title') })
  await shopper.check(sheet.getByRole('radio', { name: t('orders.refund.grounds.faulty') }))
  await shopper.check(sheet.getByRole('radio', { name: t('orders.refund.part') }))
  await shopper.press(sheet.getByRole('button', { name: t('orders.refund.more', { name: box }) }))
  await expect(sheet.getByText(price(REFUND)).first()).toBeVisible()
  await shopper.press(sheet.getByRole('button', { name: t('orders.refund.why.broken') }))
  await shopper.press(sheet.getByRole('button', { name: t('orders.refund.submit') }))
  await expect(shopper.main().getByText(t('orders.refunds.requested')).first()).toBeVisible()

  await owner.open('/idare')
  await expect(owner.heading()).toHaveText(t('admin.home.title'))
  await owner.screenshot('33-dashboard')
  await owner.openArea(t('admin.areas.refunds'))
  await owner.press(owner.button(t('admin.refunds.of', { act: t('admin.refunds.approve'), code })))
  await owner.screenshot('34-refund', { fullPage: false })
  await owner.press(owner.button(t('admin.refunds.giveCash', { amount: price(REFUND) })))
  const messages = owner.page.getByRole('region', { name: t('common.messages') })
  await owner.confirmIfAsked(messages.getByText(t('admin.refunds.approved', { amount: price(REFUND) })).last())
  await owner.expectToast(t('admin.refunds.approved', { amount: price(REFUND) }))

  await shopper.page.reload()
  await expect(shopper.main().getByText(t('orders.refunds.paid')).first()).toBeVisible()
  await shopper.screenshot('35-refunded-390')
  await colleague.page.reload()
  await expect(colleague.main().getByText(t('orders.payment.partly_refunded')).first()).toBeVisible()
}
