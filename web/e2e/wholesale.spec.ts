// `guest` is a company that asks for a quote, and `admin` an operator.

import { money } from '~shared/i18n/format'
import { adminPaths } from '~admin/paths'
import { paths } from '~shared/lib/paths'
import { BANK_COMPLAINT, payAtBank } from './bank'
import { linkFor } from './inbox'
import { test } from './admin'
import { expect, type Shop } from './shop'
import { press } from './state-actions'
import { az } from './texts'
import { BUYER, emailOfBuyer } from './wholesale'

const fill = (shop: Shop, label: string, text: string) => shop.main().getByLabel(label).fill(text)

test('a company requests a quote from a product page, accepts the mailed quote, and pays by card', async ({
  admin,
  guest,
  request,
  catalogue,
  guard,
}) => {
  guard.allow(BANK_COMPLAINT)
  const { plain } = catalogue
  const email = emailOfBuyer()
  await guest.open(paths.product(plain.slug))
  await guest
    .main()
    .getByRole('link', { name: az('deferred.closer.bulk') })
    .click()
  await fill(guest, az('wholesale.form.countOf', { name: plain.name }), '3')
  await fill(guest, az('wholesale.form.companyName'), BUYER.companyName)
  await fill(guest, az('wholesale.form.voen'), BUYER.voen)
  await fill(guest, az('wholesale.form.name'), BUYER.name)
  await fill(guest, az('wholesale.form.phoneNumber'), BUYER.phoneNumber)
  await fill(guest, az('wholesale.form.email'), email)
  await press(guest.main(), az('wholesale.form.send'))
  await expect(guest.main().getByText(az('wholesale.stateText.requested'))).toBeVisible()
  const code = /TS-[\dA-Z]{4}-[\dA-Z]{2}/.exec(await guest.heading().innerText())?.[0] ?? 'no code'

  await admin.open(adminPaths.wholesaleRequest(code))
  await fill(admin, az('wholesale.admin.quote.priceOf', { name: plain.name }), '7,50')
  await fill(admin, az('wholesale.admin.quote.deliveryFee'), '5')
  await press(admin.main(), az('wholesale.admin.quote.send'))
  await admin.expectToast(az('wholesale.admin.quote.sent'))

  // Three pieces at 7.50 ₼, and 5 ₼ for the delivery, in qəpik.
  const total = money(3 * 750 + 500)

  await guest.page.goto(await linkFor(request, email, 'topdan-satis/TS-'))
  await expect(guest.main().getByText(az('wholesale.stateText.quoted'))).toBeVisible()
  await fill(guest, az('wholesale.accept.city'), 'Bakı')
  await fill(guest, az('wholesale.accept.postcode'), '1000')
  await fill(guest, az('wholesale.accept.street'), 'Nizami küçəsi')
  await fill(guest, az('wholesale.accept.building'), '10A')
  await guest
    .main()
    .getByRole('radio', { name: az('wholesale.accept.by.card') })
    .check()
  await press(guest.main(), az('wholesale.accept.submit', { total }))
  await payAtBank(guest.page, 'approved')
  await expect(guest.main().getByText(az('wholesale.stateText.paid'))).toBeVisible()

  await admin.page.reload()
  await expect(admin.main().getByText(az('wholesale.state.paid'), { exact: true }).first()).toBeVisible()
})
