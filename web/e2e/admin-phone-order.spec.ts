// An operator takes an order of a customer who calls.

import { adminPaths } from '~admin/paths'
import { money } from '~shared/i18n/format'
import { demoAccount } from './accounts'
import { test } from './admin'
import { newPerson } from './people'
import { expect } from './shop'
import { az } from './texts'

test('an operator places a cash order for a customer on the phone', async ({ admin, catalogue }) => {
  const { plain } = catalogue
  const customer = newPerson()
  const field = (label: string) => admin.main().getByLabel(label, { exact: true })
  const bill = admin.region(az('orders.amounts.title'))

  await admin.open(adminPaths.orders())
  await admin
    .main()
    .getByRole('link', { name: az('admin.phone.open'), exact: true })
    .click()
  await admin.expectPath(adminPaths.newOrder())
  await field(az('admin.phone.label.customerPhone')).fill(customer.localPhone)
  await field(az('admin.phone.label.firstName')).fill(customer.firstName)
  await field(az('admin.phone.label.lastName')).fill(customer.lastName)
  await field(az('admin.phone.label.lines')).fill(plain.name)
  await admin
    .main()
    .getByRole('button', { name: az('admin.phone.addOf', { name: plain.name }), exact: true })
    .click()
  await field(az('account.addresses.label.cityId')).selectOption({ label: 'Bakı' })
  await field(az('account.addresses.label.districtId')).selectOption({ index: 1 })
  await field(az('account.addresses.label.street')).fill('Nizami küçəsi')
  await field(az('account.addresses.label.building')).fill('10A')
  await expect(bill).toContainText(money(plain.price))
  await expect(bill).toHaveAttribute('aria-busy', 'false')
  await admin
    .main()
    .getByRole('button', { name: az('admin.phone.place'), exact: true })
    .click()

  await admin.expectPath(/\/idare\/sifarisler\/SQ-/)
  const { firstName, lastName } = demoAccount('operator')
  await expect(admin.region(az('admin.history'))).toContainText(`${firstName} ${lastName}`)
  await expect(admin.main()).toContainText(`${customer.firstName} ${customer.lastName}`)
})
