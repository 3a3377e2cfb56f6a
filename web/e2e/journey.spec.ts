import { inLocale } from '~/i18n/locale'
import { paths } from '~/lib/paths'
import { signedInByApi } from './accounts'
import { BANK, paysAtBank } from './bank'
import { button, isPaid, orderCode, settles } from './buyers'
import { languagesFor } from './coverage'
import { codeFor } from './inbox'
import { codeField, creates, entersNumber, fillsInDetails } from './newcomer'
import { stranger } from './people'
import { isMoved, orderOf } from './placed'
import { expect, test } from './shop'
import { texts } from './texts'

const BAKU = { az: 'Bakı', ru: 'Баку', en: 'Baku' } as const

// The whole way once: each step of it has tests of its own.

for (const locale of languagesFor('journey'))
  test(`from the basket of somebody nobody knows to their door, in ${locale}`, async ({ shop, page, request, guard, catalogue }) => {
    guard.expects(BANK)
    const t = texts(locale)
    const person = stranger()
    const main = shop.main()
    await test.step('a guest puts something in', async () => {
      await shop.open(paths.product(catalogue.plain.slug), locale)
      await main.getByRole('button', { name: t('product.add'), exact: true }).click()
      await shop.says(t('common.cart.added'), t)
      await shop.cartLink(t).click()
      await main.getByRole('link', { name: t('cart.signIn') }).click()
    })
    await test.step('has an account', async () => {
      await entersNumber(shop, person, t)
      await codeField(page, t).fill(await codeFor(request, person.phoneNumber))
      await expect(shop.heading()).toHaveText(t('signIn.details.title'))
      await fillsInDetails(page, person, t)
      await creates(shop, t)
      await shop.isAt(inLocale(locale, paths.cartConfirm()))
    })
    await test.step('says where it goes', async () => {
      await main.getByRole('link', { name: t('cart.checkout') }).click()
      await shop.isAt(inLocale(locale, paths.checkout()))
      // In Russian a home and a house are one word.
      const field = (name: string) => main.getByLabel(name, { exact: true }).and(main.locator(':not([type=radio])'))
      await field(t('account.addresses.label.title')).fill('Evim')
      await field(t('account.addresses.label.cityId')).selectOption({ label: BAKU[locale] })
      await field(t('account.addresses.label.districtId')).selectOption({ index: 1 })
      await field(t('account.addresses.label.street')).fill('Nizami küçəsi')
      await field(t('account.addresses.label.building')).fill('10A')
      const use = main.getByRole('button', { name: t('checkout.address.use') })
      await settles(shop, '"addressId"', 'pay', () => use.click(), locale)
    })
    await test.step('pays with a card that asks for a code', async () => {
      await button(shop, 'pay', locale).click()
      await paysAtBank(page, 'asksForCode')
    })
    const code = await orderCode(shop)
    const session = await signedInByApi(request, person)
    await isPaid(request, session, code, 'paid')
    await test.step('sees it come', async () => {
      const step = main.getByRole('list', { name: t('orders.timeline') }).locator('[aria-current=step]')
      for (const status of ['confirmed', 'on_the_way'] as const) {
        await isMoved(request, await orderOf(request, session, code), status)
        await expect(step).toContainText(t(`orders.status.${status}`))
      }
      await isMoved(request, await orderOf(request, session, code), 'delivered')
      await expect(main.getByRole('heading', { level: 2, name: t('orders.status.delivered') })).toBeVisible()
    })
  })
