// An owner opens an empty shop, sells, delivers and refunds.

import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { paths } from '~shared/lib/paths'
import { newPerson } from '../people'
import {
  arrangeHome,
  createCategories,
  createPromo,
  enterProducts,
  importProducts,
  openStore,
  publishImported,
  enterSeller,
  setDelivery,
  SHELF,
  TITLE,
  writeSeo,
} from './desk'
import { deliver, placeFirstOrder, refundBox } from './first-order'
import { step, t, Walker, writeReport } from './walker'

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

test.afterAll(writeReport)

test('an owner opens an empty shop, sells, delivers and refunds', async ({ browser }) => {
  const owner = await Walker.start(browser)
  const colleague = await Walker.start(browser)
  const shopper = await Walker.start(browser, 390)

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
  await step('A row of flowers on the home page', () => arrangeHome(owner))
  await step('Texts for search engines', () => writeSeo(owner))

  await step('A colleague for the orders', () => inviteColleague(owner, colleague))

  await step('The shop shows it all', async () => {
    for (const text of [TITLE, SHELF.en]) await expect.poll(async () => (await shopper.page.request.get('/en')).text()).toContain(text)
    await shopper.open(paths.home())
    await expect(shopper.page).toHaveTitle(new RegExp(TITLE))
    await shopper.screenshot('23-shop-390')
    await owner.open(paths.home())
    await owner.screenshot('23-shop')
  })

  let code = ''
  await step('First order, on a phone', async () => {
    code = await placeFirstOrder(shopper)
  })
  await step('Picking and the courier', () => deliver(colleague, code))
  await step('A refund of one box', () => refundBox({ shopper, owner, colleague }, code))

  await step('Who did what', async () => {
    await owner.openArea(t('admin.areas.audit'))
    // The closed list of the filter contains the name, too.
    const colleagueName = owner.main().getByText(`${COLLEAGUE.firstName} ${COLLEAGUE.lastName}`)
    await expect(colleagueName.filter({ visible: true }).first()).toBeVisible()
    await owner.screenshot('36-audit', { fullPage: false })
  })
})

async function inviteColleague(owner: Walker, colleague: Walker) {
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
}
