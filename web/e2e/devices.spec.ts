import { paths } from '~shared/lib/paths'
import { FULL } from './coverage'
import { sessionOnOtherDevice, canRefresh, signInNewAccount } from './new-accounts'
import { expect, type Shop, test } from './shop'
import { az } from './texts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const devices = (shop: Shop) =>
  shop
    .main()
    .getByRole('listitem')
    .filter({ has: shop.page.locator('h2') })
const deviceOf = (shop: Shop, name: string) => devices(shop).filter({ hasText: name })

test('devices are listed, this one is marked, and every other can be signed out', async ({ shop, page, request }) => {
  const { person } = await signInNewAccount(shop, request)
  const office = await sessionOnOtherDevice(request, person, FIREFOX)
  const phone = await sessionOnOtherDevice(request, person, IPHONE)
  await shop.open(paths.devices())
  await expect(devices(shop), 'this device, the office computer and the phone').toHaveCount(3)
  await expect(devices(shop).filter({ hasText: az('account.devices.this') })).toHaveCount(1)
  await expect(deviceOf(shop, 'Safari, iOS')).toContainText(az('account.devices.lastUsed'))

  await deviceOf(shop, 'Firefox, Windows')
    .getByRole('button', { name: new RegExp(az('account.devices.end')) })
    .click()
  await shop.expectToast(az('account.devices.ended'))
  await expect(devices(shop)).toHaveCount(2)
  expect(await canRefresh(request, office)).toBe(false)
  expect(await canRefresh(request, phone)).toBe(true)

  await shop
    .main()
    .getByRole('button', { name: az('account.devices.endOthers') })
    .click()
  await shop.expectToast(az('account.devices.othersEnded'))
  await expect(devices(shop)).toHaveCount(1)
  expect(await canRefresh(request, phone)).toBe(false)
  await page.reload()
  await shop.expectSignedIn()
  await expect(shop.main().getByRole('button', { name: az('account.devices.endOthers') }), 'no other device is left').toHaveCount(0)
})

test('a device that could not be signed out reappears in the list', { tag: FULL }, async ({ shop, page, request, guard }) => {
  guard.allow(/\b503\b/)
  const { person } = await signInNewAccount(shop, request)
  await sessionOnOtherDevice(request, person, FIREFOX)
  await shop.open(paths.devices())
  await expect(devices(shop)).toHaveCount(2)
  await page.route('**/api/v1/user/devices/*', (route) =>
    route.fulfill({ status: 503, json: { status: 503, code: 'service_unavailable' } }),
  )
  await deviceOf(shop, 'Firefox, Windows')
    .getByRole('button', { name: new RegExp(az('account.devices.end')) })
    .click()
  await shop.expectToast(az('common.failure.unknown'))
  await expect(devices(shop)).toHaveCount(2)
})
