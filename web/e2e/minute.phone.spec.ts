import type { Locator } from '@playwright/test'
import { paths } from '~shared/lib/paths'
import { CASH_IN_REQUEST, radio, currentOrderCode, waitForCheck } from './buyers'
import { codeFor } from './inbox'
import { codeField, field, phoneField } from './newcomer'
import { newPerson } from './people'
import { expect, test } from './shop'
import { az } from './texts'

const MAX_TAPS = 25
const MAX_TIME_MS = 60_000

test('a new customer places an order on a phone within a minute, from an empty cache', async ({ shop, page, request, catalogue }) => {
  const person = newPerson()
  const main = shop.main()
  // Typing needs no tap in a field that has the focus already.
  let taps = 0
  const tap = async (target: Locator) => {
    await target.tap()
    taps += 1
  }
  const enterText = async (target: Locator, text: string) => {
    await tap(target)
    await page.keyboard.type(text)
  }
  const choose = async (target: Locator, option: { label: string } | { index: number }) => {
    await target.selectOption(option)
    // One tap opens the list, one chooses.
    taps += 2
  }

  const startedAt = Date.now()
  await shop.open(paths.product(catalogue.plain.slug))
  await tap(shop.buyButton())
  await shop.expectToast(az('common.cart.added'))

  await tap(shop.cartLink())
  await tap(main.getByRole('link', { name: az('cart.checkout') }))
  await enterText(phoneField(page), person.localPhone)
  await tap(main.getByRole('button', { name: az('signIn.phone.submit') }))
  await expect(codeField(page)).toBeFocused()
  await page.keyboard.type(await codeFor(request, person.phoneNumber))
  await expect(field(page, az('signIn.details.firstName'))).toBeFocused()
  await page.keyboard.type(person.firstName)
  await enterText(field(page, az('signIn.details.lastName')), person.lastName)
  await tap(main.getByRole('button', { name: az('checkout.contact.submit') }))

  await choose(field(page, az('account.addresses.label.cityId')), { label: 'Bakı' })
  await choose(field(page, az('account.addresses.label.districtId')), { index: 1 })
  await enterText(field(page, az('account.addresses.label.street')), 'Nizami küçəsi')
  await enterText(field(page, az('account.addresses.label.building')), '10A')
  await waitForCheck(shop, { requestContains: '"addressId"', act: 'pay' }, () =>
    tap(main.getByRole('button', { name: az('checkout.address.use') })),
  )
  await waitForCheck(shop, { requestContains: CASH_IN_REQUEST, act: 'order' }, () => tap(radio(shop, az('checkout.payment.cash'))))
  await tap(main.getByRole('button', { name: new RegExp(`^${az('checkout.order')} ·`) }).filter({ visible: true }))
  expect(await currentOrderCode(shop)).toMatch(/^SQ-/)

  const timeMs = Date.now() - startedAt
  test.info().annotations.push({ type: 'measured', description: `${taps} taps, ${(timeMs / 1000).toFixed(1)} s` })
  expect(taps).toBeLessThanOrEqual(MAX_TAPS)
  expect(timeMs).toBeLessThanOrEqual(MAX_TIME_MS)
})
