// An operator saves settings, all at once. The projects `phone` and `desktop` run at the same time, so only `desktop` saves.

import type { Seller, SiteSettings } from '~shared/api/types'
import { adminPaths } from '~admin/paths'
import { paths } from '~shared/lib/paths'
import { apiGet, apiSend } from './accounts'
import { expectNoViolations } from './axe'
import { FULL } from './coverage'
import { randomId, test } from './admin'
import { expect, type Shop } from './shop'
import { press } from './state-actions'
import { az } from './texts'

const save = (admin: Shop) => press(admin.main(), az('adminSite.save'))

/** Waits until the API at `source` has the link, because its responses are cached. Then the page must have it. */
async function expectLink(guest: Shop, { href, source, path }: { href: string; source: string; path: string }) {
  const response = async () => (await guest.page.request.get(`/api/v1${source}`)).text()
  await expect.poll(response, `${source} has ${href}`).toContain(href)
  await guest.open(path)
  await expect(guest.page.locator(`a[href="${href}"]`).first()).toBeAttached()
}

test('a social link appears in the footer as soon as it is saved', async ({ admin, guest, operator, request, isPhone }) => {
  test.skip(isPhone, 'there is one set of settings, and the tests of both devices run at once')
  const { data: before } = await apiGet<{ data: SiteSettings }>(request, operator, '/settings')
  const channel = `https://www.youtube.com/@sovqat-${randomId()}`
  await admin.open(adminPaths.settings())
  const input = admin.main().getByLabel('YouTube')
  try {
    await input.fill('https://www.facebook.com/sovqat')
    await save(admin)
    await expect(admin.main().getByRole('alert')).toBeFocused()
    await expect(input).toHaveAccessibleDescription(az('errors.fields.invalid_link'))
    await expect(input, 'typed text stays').toHaveValue('https://www.facebook.com/sovqat')
    await expectNoViolations(admin.page, 'settings with a mistake')

    await input.fill(channel)
    await save(admin)
    await admin.expectToast(az('adminSite.saved'))
    await expectLink(guest, { href: channel, source: '/settings', path: paths.terms() })

    await input.fill(before.social.youtube)
    await save(admin)
    await expect.poll(async () => (await apiGet<{ data: SiteSettings }>(request, operator, '/settings')).data).toEqual(before)
  } finally {
    await apiSend(request, operator, '/admin/settings', before, 'put')
  }
})

test(
  "the seller's tax number is saved, and the address links to the map",
  { tag: FULL },
  async ({ admin, guest, operator, request, isPhone }) => {
    test.skip(isPhone, 'there is one seller, and the tests of both devices run at once')
    const { data: before } = await apiGet<{ data: Seller }>(request, operator, '/admin/office')
    // The demo's own tax number is invalid, so it cannot be restored.
    const validTaxNumber = '1234567891'
    const map = `https://www.openstreetmap.org/#map=12/40.3777/49.8920&${randomId()}`
    await admin.open(adminPaths.seller())
    const taxNumberInput = admin.main().getByLabel(az('adminSite.seller.taxNumber'))
    const mapInput = admin.main().getByLabel(az('adminSite.seller.map'))
    try {
      await taxNumberInput.fill('0000000000')
      await mapInput.fill(map)
      await save(admin)
      await expect(admin.main().getByRole('alert')).toBeFocused()
      await expect(taxNumberInput).toHaveAccessibleDescription(az('errors.fields.invalid_tax_number'))
      await expect(mapInput, 'typed text stays').toHaveValue(map)

      await taxNumberInput.fill(validTaxNumber)
      await save(admin)
      await admin.expectToast(az('adminSite.saved'))
      await expectLink(guest, { href: map, source: '/content/contact', path: paths.contact() })

      await mapInput.fill(before.mapUrl)
      await save(admin)
      await expect
        .poll(async () => (await apiGet<{ data: Seller }>(request, operator, '/admin/office')).data)
        .toEqual({ ...before, taxNumber: validTaxNumber })
    } finally {
      await apiSend(request, operator, '/admin/office', { ...before, taxNumber: validTaxNumber }, 'put')
    }
  },
)

test('robots.txt accepts only lines that crawlers understand', { tag: FULL }, async ({ admin, operator, request, isPhone }) => {
  test.skip(isPhone, 'there is one robots.txt, and the tests of both devices run at once')
  const readRobots = async () => (await apiGet<{ data: { text: string } }>(request, operator, '/admin/seo/robots')).data
  const before = await readRobots()
  // A comment line does not affect concurrent readers of the file.
  const remark = `# ${randomId()}`
  // “Disallow” has two l.
  const withTypo = `${remark}\nDisalow: /`
  await admin.open(adminPaths.robots())
  const input = admin.main().getByRole('textbox')
  try {
    await input.fill(withTypo)
    await save(admin)
    await expect(admin.main().getByRole('alert')).toBeFocused()
    await expect(input).toHaveAccessibleDescription(az('errors.fields.invalid'))
    await expect(input, 'typed text stays').toHaveValue(withTypo)
    expect(await readRobots()).toEqual(before)

    await input.fill(remark)
    await save(admin)
    await admin.expectToast(az('adminSite.saved'))
    expect(await readRobots()).toEqual({ text: remark })
    await admin.page.reload()
    await expect(input).toHaveValue(remark)
  } finally {
    await apiSend(request, operator, '/admin/seo/robots', before, 'put')
  }
})
