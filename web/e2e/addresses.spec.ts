import type { Address } from '~shared/api/types'
import { paths } from '~shared/lib/paths'
import { apiGet } from './accounts'
import { FULL } from './coverage'
import { signInNewAccount } from './new-accounts'
import { expect, type Shop, test } from './shop'
import { az, texts } from './texts'

const field = (shop: Shop, name: string) => shop.main().getByLabel(name, { exact: true })
const optionalField = (shop: Shop, name: string) => field(shop, `${name} ${az('forms.optional')}`)
const cardOf = (shop: Shop, title: string) =>
  shop
    .main()
    .getByRole('listitem')
    .filter({ has: shop.page.getByRole('heading', { name: title, exact: true }) })

/** Leaves out the district, which only some cities have. */
async function fillAddress(shop: Shop, { title, city }: { title: string; city: string }) {
  await field(shop, az('account.addresses.label.title')).fill(title)
  await field(shop, az('account.addresses.label.cityId')).selectOption({ label: city })
  await field(shop, az('account.addresses.label.street')).fill('Nizami küçəsi')
  await field(shop, az('account.addresses.label.building')).fill('10A')
}

const saveAddress = (shop: Shop) =>
  shop
    .main()
    .getByRole('button', { name: az('account.save') })
    .click()

test('addresses are added, edited, made the default, removed and restored', async ({ shop, page, request }) => {
  const { session } = await signInNewAccount(shop, request)

  // “Ev” means “home”. Baku has districts and metro stations.
  await shop.open(paths.addresses())
  await expect(shop.heading()).toHaveText(az('account.addresses.empty'))
  await shop
    .main()
    .getByRole('link', { name: az('account.addresses.add') })
    .click()
  await shop.expectPath(paths.newAddress())

  await fillAddress(shop, { title: 'Ev', city: 'Bakı' })
  await saveAddress(shop)
  await expect(field(shop, az('account.addresses.label.districtId')), 'Baku has districts to choose from').toHaveAccessibleDescription(
    az('errors.fields.required'),
  )
  await field(shop, az('account.addresses.label.districtId')).selectOption({ label: 'Nəsimi rayonu' })
  await optionalField(shop, az('account.addresses.label.stationId')).selectOption({ label: '28 May' })
  await optionalField(shop, az('account.addresses.label.floor')).fill('3')
  await optionalField(shop, az('account.addresses.label.postcode')).fill('AZ1000')
  await saveAddress(shop)
  await shop.expectPath(paths.addresses())
  await expect(cardOf(shop, 'Ev').getByText(/Nəsimi rayonu, Bakı, AZ1000/)).toBeVisible()
  await expect(cardOf(shop, 'Ev').getByText(az('account.addresses.isDefault')), 'the first address is the default').toBeVisible()

  // “İş” means “work”.
  await shop
    .main()
    .getByRole('link', { name: az('account.addresses.add') })
    .click()
  await fillAddress(shop, { title: 'İş', city: 'Gəncə' })
  await shop
    .main()
    .getByRole('radio', { name: az('account.addresses.type.office') })
    .check()
  await expect(field(shop, az('account.addresses.label.districtId')), 'Ganja has no districts').toHaveCount(0)
  await saveAddress(shop)
  await cardOf(shop, 'İş')
    .getByRole('button', { name: new RegExp(az('account.addresses.makeDefault')) })
    .click()
  await expect(cardOf(shop, 'İş').getByText(az('account.addresses.isDefault'))).toBeVisible()
  await expect(cardOf(shop, 'Ev').getByText(az('account.addresses.isDefault'))).toHaveCount(0)

  await cardOf(shop, 'Ev')
    .getByRole('link', { name: az('account.addresses.editOf', { title: 'Ev' }) })
    .click()
  await expect(field(shop, az('account.addresses.label.districtId')).locator('option:checked')).toHaveText('Nəsimi rayonu')
  await optionalField(shop, az('account.addresses.label.landmark')).fill('aptekin yanı')
  await saveAddress(shop)
  await expect(cardOf(shop, 'Ev').getByText('aptekin yanı')).toBeVisible()

  await cardOf(shop, 'İş')
    .getByRole('button', { name: az('account.addresses.removeOf', { title: 'İş' }) })
    .click()
  await expect(cardOf(shop, 'İş')).toHaveCount(0)
  await expect(cardOf(shop, 'Ev').getByText(az('account.addresses.isDefault')), 'the remaining address becomes the default').toBeVisible()
  await shop
    .toasts()
    .getByRole('button', { name: az('common.undo') })
    .click()
  await expect(cardOf(shop, 'İş').getByText(az('account.addresses.isDefault'))).toBeVisible()

  await page.reload()
  await expect(shop.main().getByRole('heading', { level: 2 })).toHaveText(['İş', 'Ev'])
  const { data } = await apiGet<{ data: Address[] }>(request, session, '/user/addresses')
  expect(data.filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

test('all missing fields are reported at once, and typed text stays', { tag: FULL }, async ({ shop, request }) => {
  await signInNewAccount(shop, request)
  await shop.open(paths.newAddress(), 'ru')
  const t = texts('ru')
  const note = shop.main().getByLabel(`${t('account.addresses.label.note')} ${t('forms.optional')}`, { exact: true })
  await note.fill('Домофон 12')
  await shop
    .main()
    .getByLabel(`${t('account.addresses.label.postcode')} ${t('forms.optional')}`, { exact: true })
    .fill('12')
  await shop
    .main()
    .getByRole('button', { name: t('account.save') })
    .click()
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
    return field(shop, texts(locale)('account.addresses.label.cityId')).locator('option').nth(1).innerText()
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
