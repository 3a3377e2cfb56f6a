import type { Page } from '@playwright/test'
import type { Session } from '~shared/api/types'
import { inLocale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { BANK_COMPLAINT, payAtBank } from './bank'
import { orderButton, expectPaymentStatus, currentOrderCode, waitForCheck } from './buyers'
import { languagesFor } from './coverage'
import { codeFor } from './inbox'
import { codeField, field, phoneField } from './newcomer'
import { newPerson } from './people'
import { moveOrder, readOrder } from './placed-orders'
import { expect, test } from './shop'
import { texts } from './texts'

/** The customer signs up without a password, so the test cannot sign in through the API, but takes the session of the browser. */
const sessionOf = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('sovqat') ?? '{}') as { auth: { state: Session } }).auth.state)

const BAKU = { az: 'Bakı', ru: 'Баку', en: 'Baku' } as const

for (const locale of languagesFor('journey'))
  test(`an unknown guest's cart becomes a delivered order, in ${locale}`, async ({ shop, page, request, guard, catalogue }) => {
    guard.allow(BANK_COMPLAINT)
    const t = texts(locale)
    const person = newPerson()
    const main = shop.main()
    await test.step('a guest adds a product to the cart', async () => {
      await shop.open(paths.product(catalogue.plain.slug), locale)
      await main.getByRole('button', { name: t('product.add'), exact: true }).click()
      await shop.expectToast(t('common.cart.added'), t)
      await shop.cartLink(t).click()
      await main.getByRole('link', { name: t('cart.checkout') }).click()
      await shop.expectPath(inLocale(locale, paths.checkout()))
    })
    await test.step('signs in within the checkout', async () => {
      await phoneField(page, t).fill(person.localPhone)
      await page.keyboard.press('Enter')
      await codeField(page, t).fill(await codeFor(request, person.phoneNumber))
      await field(page, t('signIn.details.firstName')).fill(person.firstName)
      await field(page, t('signIn.details.lastName')).fill(person.lastName)
      await main.getByRole('button', { name: t('checkout.contact.submit') }).click()
      await expect(main.getByRole('heading', { name: t('checkout.recipient.title') })).toBeVisible()
      await shop.expectPath(inLocale(locale, paths.checkout()))
    })
    await test.step('enters the address', async () => {
      await field(page, t('account.addresses.label.cityId')).selectOption({ label: BAKU[locale] })
      await field(page, t('account.addresses.label.districtId')).selectOption({ index: 1 })
      await field(page, t('account.addresses.label.street')).fill('Nizami küçəsi')
      await field(page, t('account.addresses.label.building')).fill('10A')
      const useAddress = main.getByRole('button', { name: t('checkout.address.use') })
      // The total includes the delivery once the server knows the address.
      await waitForCheck(shop, { requestContains: '"addressId"', act: 'pay' }, () => useAddress.click(), locale)
    })
    await test.step('pays with a card that asks for a code', async () => {
      await orderButton(shop, 'pay', locale).click()
      await payAtBank(page, 'asksForCode')
    })

    const code = await currentOrderCode(shop)
    const session = await sessionOf(page)
    await expectPaymentStatus(request, session, code, 'paid')
    await test.step('follows the delivery', async () => {
      const step = main.getByRole('list', { name: t('orders.timeline') }).locator('[aria-current=step]')
      for (const status of ['confirmed', 'on_the_way'] as const) {
        await moveOrder(request, await readOrder(request, session, code), status)
        await expect(step).toContainText(t(`orders.status.${status}`))
      }
      await moveOrder(request, await readOrder(request, session, code), 'delivered')
      await expect(main.getByRole('heading', { level: 2, name: t('orders.status.delivered') })).toBeVisible()
    })
  })
