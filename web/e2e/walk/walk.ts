// An owner opens an empty shop, sells, delivers and refunds.

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
  enterSeller,
  setDelivery,
  TITLE,
  writeSeo,
} from './desk'
import { BY_HAND } from './goods'
import { step, t, Walker, writeReport } from './walker'

const price = (manats: number) => moneyIn('en', Math.round(manats * 100))

/** Returns the path of the link that makes an account the owner of the shop. */
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

// The order has one discounted bouquet (36 ₼) and two boxes (25 ₼ each). The promo code takes ten per cent off.
const [SUBTOTAL, DISCOUNT, DELIVERY_FEE] = [36 + 2 * 25, 8.6, 4]
const TOTAL = SUBTOTAL - DISCOUNT + DELIVERY_FEE
/** The refund is for one box, less ten per cent. */
const REFUND = 25 - 2.5

test.afterAll(writeReport)

test('an owner opens an empty shop, sells, delivers and refunds', async ({ browser }) => {
  const owner = await Walker.start(browser)
  const colleague = await Walker.start(browser)
  const shopper = await Walker.start(browser, 390)
  /** The code is known after the order. */
  let code = ''

  await step('The empty shop', async () => {
    await owner.open(paths.home())
    await owner.screenshot('01-shop-empty', { fullPage: false })
  })

  await step('The owner signs up and opens the link', async () => {
    await owner.open(paths.signIn())
    await owner.signUp(OWNER)
    await owner.open(ownerLink(OWNER.phoneNumber))
    await owner.press(owner.button(t('adminSite.staff.accept')))
    await owner.screenshot('02-invitation', { fullPage: false })
    await owner.press(owner.backOfficeLink())
    await owner.enterBackOffice(OWNER, '03')
    await owner.screenshot('04-first-steps')
    await owner.phoneScreenshot('04-first-steps-390')
  })

  await step('Who sells', () => enterSeller(owner))
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
    await owner.screenshot('21-invite', { fullPage: false })

    const invitation = new URL(await invitationLink.innerText()).pathname
    await colleague.open(invitation)
    await colleague.signUp(COLLEAGUE)
    await colleague.press(colleague.button(t('adminSite.staff.accept')))
    await colleague.press(colleague.backOfficeLink())
    await colleague.enterBackOffice(COLLEAGUE)

    await expect(colleague.page.getByRole('link', { name: t('admin.areas.orders'), exact: true }).first()).toBeVisible()
    await expect(colleague.page.getByRole('link', { name: t('admin.areas.staff'), exact: true })).toHaveCount(0)
    await colleague.screenshot('22-colleague')
  })

  await step('The shop shows it all', async () => {
    await expect.poll(async () => (await shopper.page.request.get('/en')).text()).toContain(TITLE)
    await shopper.open(paths.home())
    await expect(shopper.page).toHaveTitle(new RegExp(TITLE))
    await shopper.screenshot('23-shop-390')
    await owner.open(paths.home())
    await owner.screenshot('23-shop')
  })

  await step('First order, on a phone', async () => {
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

    await shopper.open(paths.search(box))
    await shopper.press(shopper.main().getByRole('link', { name: box, exact: true }).first())
    await expect(shopper.heading()).toHaveText(box)
    await shopper.press(shopper.button(t('product.add')).filter({ visible: true }).first())
    await shopper.expectToast(t('common.cart.added'))

    await shopper.press(shopper.page.getByRole('link', { name: new RegExp(`^${t('common.nav.cart')}`) }).first())
    await shopper.press(shopper.button(t('cart.moreOf', { name: box })))
    await shopper.type('promo', PROMO)
    await shopper.press(shopper.button(t('cart.promo.apply')))
    await shopper.screenshot('26-cart-390')
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
    await shopper.screenshot('27-checkout-390')
    await shopper.press(orderButton)
    await expect(shopper.page).toHaveURL(/SQ-[\w-]+/)
    code = /SQ-[\w-]+/.exec(shopper.page.url())?.[0] ?? ''
    await expect(shopper.main().getByText(price(TOTAL)).first()).toBeVisible()
    await shopper.screenshot('28-thanks-390', { fullPage: false })
  })

  await step('Picking and the courier', async () => {
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
  })

  await step('Who did what', async () => {
    await owner.openArea(t('admin.areas.audit'))
    // The closed list of the filter contains the name, too.
    const colleagueName = owner.main().getByText(`${COLLEAGUE.firstName} ${COLLEAGUE.lastName}`)
    await expect(colleagueName.filter({ visible: true }).first()).toBeVisible()
    await owner.screenshot('36-audit', { fullPage: false })
  })
})
