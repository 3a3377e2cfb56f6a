// Walks through an empty shop as its owner, a colleague and a shopper do: set up, first order, delivery and refund. The walk takes
// pictures and measures the effort of each step. desk.ts has the owner's steps in the back office.

import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { paths } from '~shared/lib/paths'
import { newPerson } from '../people'
import { moneyIn } from '../texts'
import {
  createCategories,
  createPromo,
  enterProducts,
  importProducts,
  openStore,
  PROMO,
  publishImported,
  sayWhoSells,
  setDelivery,
  TITLE,
  writeSeo,
} from './desk'
import { BY_HAND } from './goods'
import { step, t, Walker, writeReport } from './walker'

/** Formats an amount in ₼ as an English page does. */
const price = (manats: number) => moneyIn('en', Math.round(manats * 100))

/**
 * Runs the command that prints a link for the account with this phone number, and returns the path of the link. Who opens it becomes the
 * owner of the shop. This is the only step on the command line.
 */
function ownerLink(phone: string): string {
  const command = process.env.OWNER_COMMAND
  if (!command) throw new Error('OWNER_COMMAND is missing: run walk.sh')
  const output = execFileSync('/bin/sh', ['-c', `${command} "$1"`, 'owner', phone], { encoding: 'utf8' })
  const path = /https?:\/\/[^/\s]+(\/devet\/\S+)/.exec(output)?.[1]
  if (!path) throw new Error(`no link in: ${output}`)
  return path
}

const OWNER = { ...newPerson(), firstName: 'Leyla', lastName: 'Quliyeva' }
const COLLEAGUE = { ...newPerson(), firstName: 'Rauf', lastName: 'Həsənov' }
const SHOPPER = { ...newPerson(), firstName: 'Aysel', lastName: 'Məmmədova' }

const [bouquet, box] = [BY_HAND[0].name.en, BY_HAND[1].name.en]

// The shopper orders one reduced bouquet (36 ₼) and two boxes (25 ₼ each) with the promo code, which takes off ten per cent.
const [SUBTOTAL, DISCOUNT, DELIVERY_FEE] = [36 + 2 * 25, 8.6, 4]
const TOTAL = SUBTOTAL - DISCOUNT + DELIVERY_FEE
/** The price of one box without the ten per cent. */
const REFUND = 25 - 2.5

test.afterAll(writeReport)

test('an owner opens an empty shop, sells, delivers and refunds', async ({ browser }) => {
  const owner = await Walker.start(browser)
  const colleague = await Walker.start(browser)
  const shopper = await Walker.start(browser, 390)
  /** The code of the order, such as `SQ-…`, known after the first order. */
  let code = ''

  await step('The empty shop', async () => {
    await owner.open(paths.home())
    await owner.picture('01-shop-empty', { whole: false })
  })

  await step('The owner signs up and opens the link', async () => {
    await owner.open(paths.signIn())
    await owner.signUp(OWNER)
    await owner.open(ownerLink(OWNER.phoneNumber))
    await owner.press(owner.button(t('adminSite.staff.accept')))
    await owner.picture('02-invitation', { whole: false })
    await owner.press(owner.backOfficeLink())
    await owner.enterBackOffice(OWNER, '03')
    await owner.picture('04-first-steps')
    await owner.phonePicture('04-first-steps-390')
  })

  await step('Who sells', () => sayWhoSells(owner))
  await step('The store', () => openStore(owner))
  await step('Two categories with fields', () => createCategories(owner))
  await step('Twenty products from a file', () => importProducts(owner))
  await step('The imported products go on sale', () => publishImported(owner))
  await step('Three products by hand', () => enterProducts(owner))
  await step('Delivery', () => setDelivery(owner))
  await step('A promo code', () => createPromo(owner))
  await step('Texts for search engines', () => writeSeo(owner))

  await step('A colleague for the orders', async () => {
    await owner.openArea(t('admin.areas.staff'))
    await owner.press(owner.button(t('adminSite.staff.new')))
    await owner.type('phoneNumber', COLLEAGUE.localPhone)
    await owner.choose('role', t('adminSite.staff.roles.orders'))
    await owner.press(owner.button(t('adminSite.staff.invite')))
    const invitationLink = owner.main().getByText(/\/devet\//)
    await owner.confirmIfAsked(invitationLink)
    await expect(invitationLink).toBeVisible()
    await owner.picture('21-invite', { whole: false })

    const invitation = new URL(await invitationLink.innerText()).pathname
    await colleague.open(invitation)
    await colleague.signUp(COLLEAGUE)
    await colleague.press(colleague.button(t('adminSite.staff.accept')))
    await colleague.press(colleague.backOfficeLink())
    await colleague.enterBackOffice(COLLEAGUE)

    // The role opens the orders, but not the staff.
    await expect(colleague.page.getByRole('link', { name: t('admin.areas.orders'), exact: true }).first()).toBeVisible()
    await expect(colleague.page.getByRole('link', { name: t('admin.areas.staff'), exact: true })).toHaveCount(0)
    await colleague.picture('22-colleague')
  })

  await step('The shop shows it all', async () => {
    await expect.poll(async () => (await shopper.page.request.get('/en')).text()).toContain(TITLE)
    await shopper.open(paths.home())
    await expect(shopper.page).toHaveTitle(new RegExp(TITLE))
    await shopper.picture('23-shop-390')
    await owner.open(paths.home())
    await owner.picture('23-shop')
  })

  await step('First order, on a phone', async () => {
    await shopper.press(shopper.page.getByRole('banner').getByRole('button', { name: t('common.search.open') }))
    const search = shopper.page.getByRole('dialog').getByRole('combobox', { name: t('common.search.label') })
    await shopper.type(search, 'Spring bouquet')
    await search.press('Enter')
    await expect(shopper.main().getByRole('article').filter({ hasText: bouquet }).first()).toBeVisible()
    await shopper.picture('24-search-390', { whole: false })
    await shopper.press(shopper.main().getByRole('link', { name: bouquet, exact: true }).first())
    await expect(shopper.heading()).toHaveText(bouquet)
    await shopper.picture('25-product-390', { whole: false })
    await shopper.press(shopper.button(t('product.add')).filter({ visible: true }).first())
    await shopper.seeMessage(t('common.cart.added'))

    await shopper.open(paths.search(box))
    await shopper.press(shopper.main().getByRole('link', { name: box, exact: true }).first())
    await expect(shopper.heading()).toHaveText(box)
    await shopper.press(shopper.button(t('product.add')).filter({ visible: true }).first())
    await shopper.seeMessage(t('common.cart.added'))

    await shopper.press(shopper.page.getByRole('link', { name: new RegExp(`^${t('common.nav.cart')}`) }).first())
    await shopper.press(shopper.button(t('cart.moreOf', { name: box })))
    await shopper.type('promo', PROMO)
    await shopper.press(shopper.button(t('cart.promo.apply')))
    await shopper.picture('26-cart-390')
    await shopper.press(shopper.link(t('cart.checkout')).filter({ visible: true }).first())

    await shopper.type(shopper.page.getByLabel(t('signIn.phone.number'), { exact: true }), SHOPPER.localPhone)
    await shopper.press(shopper.button(t('signIn.phone.submit')))
    await shopper.enterCode(SHOPPER)
    await shopper.type(shopper.page.getByLabel(t('signIn.details.firstName'), { exact: true }), SHOPPER.firstName)
    await shopper.type(shopper.page.getByLabel(t('signIn.details.lastName'), { exact: true }), SHOPPER.lastName)
    await shopper.press(shopper.button(t('checkout.contact.submit')))

    await shopper.choose(shopper.page.getByLabel(t('account.addresses.label.cityId'), { exact: true }), 'Baku')
    await shopper.choose(shopper.page.getByLabel(t('account.addresses.label.districtId'), { exact: true }), 'Nasimi district')
    await shopper.type(shopper.page.getByLabel(t('account.addresses.label.street'), { exact: true }), 'Nizami küçəsi')
    await shopper.type(shopper.page.getByLabel(t('account.addresses.label.building'), { exact: true }), '10A')
    await shopper.press(shopper.button(t('checkout.address.use')))
    await shopper.check(shopper.main().getByRole('radio', { name: new RegExp(`^${t('checkout.payment.cash')}`) }))

    const orderButton = shopper.button(new RegExp(`^${t('checkout.order')} ·`)).filter({ visible: true })
    await expect(orderButton).toContainText(price(TOTAL))
    await shopper.picture('27-checkout-390')
    await shopper.press(orderButton)
    await expect(shopper.page).toHaveURL(/SQ-[\w-]+/)
    code = /SQ-[\w-]+/.exec(shopper.page.url())?.[0] ?? ''
    await expect(shopper.main().getByText(price(TOTAL)).first()).toBeVisible()
    await shopper.picture('28-thanks-390', { whole: false })
  })

  await step('Picking and the courier', async () => {
    await colleague.openArea(t('admin.areas.orders'))
    await expect(colleague.link(code).first()).toBeVisible()
    await colleague.picture('29-orders')
    await colleague.press(colleague.link(code).first())
    await expect(colleague.heading()).toContainText(code)
    await expect(colleague.main().getByText(price(TOTAL)).first()).toBeVisible()
    await colleague.picture('30-order')

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
    await colleague.picture('31-courier-sheet')

    await colleague.press(colleague.main().getByRole('link', { name: new RegExp(code) }))
    for (const name of ['searching_courier', 'courier_appointed', 'handed_to_courier', 'on_the_way'] as const) {
      await move(name)
      await expect(colleague.button(new RegExp(`^${t(`admin.move.${name}`)}`))).toHaveCount(0)
    }
    await colleague.press(colleague.button(new RegExp(`^${t('admin.move.delivered')}`)).first())
    await colleague.press(colleague.button(new RegExp(`^${t('admin.confirmDelivered')}`)).first())
    await expect(colleague.main().getByText(t('orders.status.delivered'), { exact: true }).first()).toBeVisible()
    await colleague.picture('32-delivered')
  })

  await step('A refund of one box', async () => {
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
    await owner.picture('33-dashboard')
    await owner.openArea(t('admin.areas.refunds'))
    await owner.press(owner.button(t('admin.refunds.of', { act: t('admin.refunds.approve'), code })))
    await owner.picture('34-refund', { whole: false })
    await owner.press(owner.button(t('admin.refunds.giveCash', { amount: price(REFUND) })))
    const messages = owner.page.getByRole('region', { name: t('common.messages') })
    await owner.confirmIfAsked(messages.getByText(t('admin.refunds.approved', { amount: price(REFUND) })).last())
    await owner.seeMessage(t('admin.refunds.approved', { amount: price(REFUND) }))

    await shopper.page.reload()
    await expect(shopper.main().getByText(t('orders.refunds.paid')).first()).toBeVisible()
    await shopper.picture('35-refunded-390')
    await colleague.page.reload()
    await expect(colleague.main().getByText(t('orders.payment.partly_refunded')).first()).toBeVisible()
  })

  await step('Who did what', async () => {
    await owner.openArea(t('admin.areas.audit'))
    // The closed list of the filter contains the name, too, but does not show it.
    const colleagueName = owner.main().getByText(`${COLLEAGUE.firstName} ${COLLEAGUE.lastName}`)
    await expect(colleagueName.filter({ visible: true }).first()).toBeVisible()
    await owner.picture('36-audit', { whole: false })
  })
})
