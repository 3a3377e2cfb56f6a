import type { Locator } from '@playwright/test'
import type { Address } from '~shared/api/types'
import type { Translate } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { apiGet } from './accounts'
import { FULL } from './coverage'
import { signInNewAccount } from './new-accounts'
import { expect, type Shop, test } from './shop'
import { az, texts } from './texts'

type Label = 'title' | 'cityId' | 'districtId' | 'stationId' | 'street' | 'building' | 'floor' | 'landmark' | 'postcode' | 'note'

const labelOf = (label: Label, t: Translate) => t(`account.addresses.label.${label}`)
const field = (shop: Shop, label: Label, t = az) => shop.main().getByLabel(labelOf(label, t), { exact: true })
const optionalField = (shop: Shop, label: Label, t = az) =>
  shop.main().getByLabel(`${labelOf(label, t)} ${t('forms.optional')}`, { exact: true })

const pressLink = (scope: Locator, name: string) => scope.getByRole('link', { name }).click()
const pressButton = (scope: Locator, name: string | RegExp) => scope.getByRole('button', { name }).click()
const openNewAddress = (shop: Shop) => pressLink(shop.main(), az('account.addresses.add'))
const saveAddress = (shop: Shop, t = az) => pressButton(shop.main(), t('account.save'))

const cardOf = (shop: Shop, title: string) =>
  shop
    .main()
    .getByRole('listitem')
    .filter({ has: shop.page.getByRole('heading', { name: title, exact: true }) })
const defaultMark = (shop: Shop, title: string) => cardOf(shop, title).getByText(az('account.addresses.isDefault'))

/** Leaves out the district, which only some cities have. */
async function fillAddress(shop: Shop, { title, city }: { title: string; city: string }) {
  await field(shop, 'title').fill(title)
  await field(shop, 'cityId').selectOption({ label: city })
  await field(shop, 'street').fill('Nizami küçəsi')
  await field(shop, 'building').fill('10A')
}

test('addresses are added, edited, made the default, removed and restored', async ({ shop, page, request }) => {
  const { session } = await signInNewAccount(shop, request)
  // “Ev” means “home”, and “İş” means “work”. Baku has districts and metro stations.
  const [home, work] = ['Ev', 'İş'] as const

  await test.step('a new account has no addresses', async () => {
    await shop.open(paths.addresses())
    await expect(shop.heading()).toHaveText(az('account.addresses.empty'))
  })
  await test.step('the first address is added', async () => {
    await openNewAddress(shop)
    await shop.expectPath(paths.newAddress())
    await fillAddress(shop, { title: home, city: 'Bakı' })
    await saveAddress(shop)
    await expect(field(shop, 'districtId'), 'Baku has districts to choose from').toHaveAccessibleDescription(az('errors.fields.required'))
    await field(shop, 'districtId').selectOption({ label: 'Nəsimi rayonu' })
    await optionalField(shop, 'stationId').selectOption({ label: '28 May' })
    await optionalField(shop, 'floor').fill('3')
    await optionalField(shop, 'postcode').fill('AZ1000')
    await saveAddress(shop)
    await shop.expectPath(paths.addresses())
    await expect(cardOf(shop, home).getByText(/Nəsimi rayonu, Bakı, AZ1000/)).toBeVisible()
    await expect(defaultMark(shop, home), 'the first address is the default').toBeVisible()
  })
  await test.step('a second address is added', async () => {
    await openNewAddress(shop)
    await fillAddress(shop, { title: work, city: 'Gəncə' })
    await shop
      .main()
      .getByRole('radio', { name: az('account.addresses.type.office') })
      .check()
    await expect(field(shop, 'districtId'), 'Ganja has no districts').toHaveCount(0)
    await saveAddress(shop)
  })
  await test.step('the second address is made the default', async () => {
    await pressButton(cardOf(shop, work), new RegExp(az('account.addresses.makeDefault')))
    await expect(defaultMark(shop, work)).toBeVisible()
    await expect(defaultMark(shop, home)).toHaveCount(0)
  })
  await test.step('the first address is edited', async () => {
    await pressLink(cardOf(shop, home), az('account.addresses.editOf', { title: home }))
    await expect(field(shop, 'districtId').locator('option:checked')).toHaveText('Nəsimi rayonu')
    await optionalField(shop, 'landmark').fill('aptekin yanı')
    await saveAddress(shop)
    await expect(cardOf(shop, home).getByText('aptekin yanı')).toBeVisible()
  })
  await test.step('the default address is removed', async () => {
    await pressButton(cardOf(shop, work), az('account.addresses.removeOf', { title: work }))
    await expect(cardOf(shop, work)).toHaveCount(0)
    await expect(defaultMark(shop, home), 'the remaining address becomes the default').toBeVisible()
  })
  await test.step('the removed address is restored', async () => {
    await pressButton(shop.toasts(), az('common.undo'))
    await expect(defaultMark(shop, work)).toBeVisible()
    await page.reload()
    await expect(shop.main().getByRole('heading', { level: 2 })).toHaveText([work, home])
    const { data } = await apiGet<{ data: Address[] }>(request, session, '/user/addresses')
    expect(data.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })
})

test('all missing fields are reported at once, and typed text stays', { tag: FULL }, async ({ shop, request }) => {
  await signInNewAccount(shop, request)
  await shop.open(paths.newAddress(), 'ru')
  const t = texts('ru')
  const note = optionalField(shop, 'note', t)
  await note.fill('Домофон 12')
  await optionalField(shop, 'postcode', t).fill('12')
  await saveAddress(shop, t)
  const summary = shop.main().getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('listitem'), 'title, city, street, building and postcode').toHaveCount(5)
  await expect(summary).toContainText(t('errors.fields.invalid_postcode'))
  await expect(note).toHaveValue('Домофон 12')
})

test('cities are listed in the language of the page', { tag: FULL }, async ({ shop, request }) => {
  await signInNewAccount(shop, request)
  const firstCity = async (locale: 'az' | 'ru' | 'en') => {
    await shop.open(paths.newAddress(), locale)
    // The option at 0 is the placeholder.
    return field(shop, 'cityId', texts(locale)).locator('option').nth(1).innerText()
  }
  expect([await firstCity('az'), await firstCity('ru'), await firstCity('en')]).toEqual(['Bakı', 'Баку', 'Baku'])
})

test('an unknown address redirects to the list', { tag: FULL }, async ({ shop, request }) => {
  await signInNewAccount(shop, request)
  // The account has no address, so this number can only belong to another account.
  const foreignId = '1'
  await shop.page.goto(paths.address(foreignId))
  await shop.expectPath(paths.addresses())
})

test('guests who open their addresses sign in and return', { tag: FULL }, async ({ shop, page, account }) => {
  await page.goto(paths.addresses())
  await shop.expectPath(paths.signIn(paths.addresses()))
  await shop.signIn(account.email, account.password)
  await shop.expectPath(paths.addresses())
})
