import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGE_NAMES } from '~shared/i18n/locale'
import { adminPaths } from '~admin/paths'
import { Component as Seller } from '~admin/routes/seller'
import { Component as Site } from '~admin/routes/site'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { settings } from '~mock/settings-state'
import { signInStaff } from '~mock/staff-sign-in'

/** A regular expression. */
const RUSSIAN = `${t('adminSite.seller.address')} .${LANGUAGE_NAMES.ru}.`

const SUNDAY = 'Bazar'

const user = userEvent.setup({ delay: null })
const openSite = () => openAt(adminPaths.settings(), { path: '/idare/ayarlar', Component: Site })
const openSeller = () => openAt(adminPaths.seller(), { path: '/idare/ofis', Component: Seller })
/** The name is a regular expression. */
const field = (name: string) => screen.findByLabelText(new RegExp(`^${name}( |$)`))
const write = async (name: string, text: string) => {
  const input = await field(name)
  await user.clear(input)
  if (text) await user.type(input, text)
}
const save = async () => user.click(await screen.findByRole('button', { name: t('adminSite.save') }))

beforeEach(() => {
  signInStaff()
})

it.each([
  ['settings', openSite],
  ['the seller', openSeller],
])('%s is shown to operators only', async (_what, openPage) => {
  signInStaff({ roles: ['courier'], permissions: [] })
  openPage()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

describe('the settings of the site', () => {
  it('accept in each field only links to its service', async () => {
    openSite()
    await write('Instagram', 'https://facebook.com/sovqat')
    await save()
    await waitFor(async () => expect(await field('Instagram')).toHaveAccessibleDescription(t('errors.fields.invalid_link')))
    expect(settings.site.social.instagram).not.toBe('')
    await write('Instagram', '')
    await save()
    await waitFor(() => expect(settings.site.social.instagram).toBe(''))
    expect(settings.site.contact.email).toBe('salam@sovqat.az')
  })

  it("show the server's errors beside nested fields", async () => {
    const errors = [{ field: 'contact.email', code: 'invalid_email' as const, message: 'Bu poçt qutusu yoxdur' }]
    server.use(http.put(`${BASE}/admin/settings`, () => problem(422, 'validation_failed', 'Məlumatları yoxlayın', { errors })))
    openSite()
    await write(t('adminSite.site.email'), 'yox@sovqat.az')
    await save()
    await waitFor(async () => expect(await field(t('adminSite.site.email'))).toHaveAccessibleDescription('Bu poçt qutusu yoxdur'))
    expect(await field(t('adminSite.site.email'))).toHaveValue('yox@sovqat.az')
    await user.click(screen.getByRole('button', { name: `${t('adminSite.site.email')}: Bu poçt qutusu yoxdur` }))
    expect(await field(t('adminSite.site.email'))).toHaveFocus()
  })

  it('keep unsaved input when the page is left', async () => {
    const { unmount } = openSite()
    await write(t('adminSite.site.email'), 'yeni@sovqat.az')
    unmount()
    openSite()
    expect(await field(t('adminSite.site.email'))).toHaveValue('yeni@sovqat.az')
  })
})

describe('the seller', () => {
  const opens = (day: string) => screen.findByLabelText(t('adminSite.seller.opens', { day }))
  const closes = (day: string) => screen.findByLabelText(t('adminSite.seller.closes', { day }))

  it('requires a valid tax number, and an address in every language', async () => {
    openSeller()
    await write(RUSSIAN, '')
    await save()
    await waitFor(async () => expect(await field(RUSSIAN)).toHaveAccessibleDescription(t('errors.fields.required')))
    expect(await field(t('adminSite.seller.taxNumber'))).toHaveAccessibleDescription(t('errors.fields.invalid_tax_number'))
    const name = `${t('adminSite.seller.taxNumber')}: ${t('errors.fields.invalid_tax_number')}`
    await user.click(screen.getByRole('button', { name }))
    expect(await field(t('adminSite.seller.taxNumber'))).toHaveFocus()
    await write(RUSSIAN, 'Баку, улица Низами 2')
    await write(t('adminSite.seller.taxNumber'), '1234567891')
    await save()
    await waitFor(() => expect(settings.office.taxNumber).toBe('1234567891'))
    expect(settings.office.address).toMatchObject({ az: 'Bakı, Nizami küçəsi 1', ru: 'Баку, улица Низами 2' })
  })

  it('edits the opening hours of each day', async () => {
    openSeller()
    await write(t('adminSite.seller.taxNumber'), '1234567891')
    fireEvent.change(await closes(SUNDAY), { target: { value: '09:00' } })
    await save()
    const summary = { name: `${t('adminSite.seller.hours')}: ${t('errors.fields.invalid_hours')}` }
    await user.click(await screen.findByRole('button', summary))
    // Monday is the first day of the field.
    expect(await opens('Bazar ertəsi')).toHaveFocus()
    expect(settings.office.hours).toHaveLength(2)
    for (const field of [await opens(SUNDAY), await closes(SUNDAY)]) fireEvent.change(field, { target: { value: '' } })
    await save()
    await waitFor(() => expect(settings.office.hours).toEqual([{ fromDay: 1, untilDay: 6, opens: '09:00', closes: '21:00' }]))
  })
})
