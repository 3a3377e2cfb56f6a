import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as DeliveriesPage } from '~admin/routes/deliveries'
import { Component as Editor } from '~admin/routes/zone-editor'
import { Component as List } from '~admin/routes/zone-list'
import { LANGUAGE_NAMES, type Locale } from '~shared/i18n/locale'
import { useToasts } from '~shared/ui/toast-store'
import { openAt, t } from '~mock/in-shop'
import { signInStaff } from '~mock/staff-sign-in'
import { changeZone, deskZone, zoneDesk } from '~mock/zone-desk-state'

const user = userEvent.setup({ delay: null })
const openList = () => openAt(adminPaths.zones(), { path: '/idare/zonalar', Component: List })
const openOne = (id: string) => openAt(adminPaths.zone(id), { path: '/idare/zonalar/:id', Component: Editor })
const openNew = () => openAt(adminPaths.newZone(), { path: '/idare/zonalar/yeni', Component: Editor })
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const save = () => press(t('adminZones.save'))
const lastToast = () => useToasts.getState().toasts.at(-1)?.text

/** Some signs of the label match any character. */
const field = (label: string, scope: { findByLabelText: typeof screen.findByLabelText } = screen) =>
  scope.findByLabelText(new RegExp(`^${label.replaceAll(/[()₼,]/g, '.')}( |$)`))
const title = (locale: Locale) => `${t('adminZones.label.title')} (${LANGUAGE_NAMES[locale]})`
async function write(label: string, text: string) {
  const input = await field(label)
  await user.clear(input)
  if (text) await user.type(input, text)
}
/** Windows are numbered from 1. */
const windowRow = async (number: number) => within(await screen.findByRole('group', { name: t('adminZones.windows.one', { number }) }))
const placeSearch = () => screen.findByRole('searchbox', { name: t('adminZones.places.title') })
const place = (name: RegExp) => screen.findByRole('checkbox', { name })

beforeEach(() => signInStaff())

describe('the zones', () => {
  it('are shown only to staff with the permission', async () => {
    signInStaff({ roles: ['courier'], permissions: [] })
    openList()
    await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
  })

  it('are listed with their places and windows, and a warning of cities without delivery', async () => {
    openList()
    await screen.findByRole('heading', { level: 2, name: t('adminZones.all', { count: 2 }) })
    await screen.findByText(t('adminZones.uncovered', { count: 1 }))
    // The city is also a choice of the preview.
    await screen.findByText('Gəncə', { selector: 'p' })
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Bakı', 'Naxçıvan']),
    )
    within(screen.getByRole('list', { name: t('adminZones.windowsOf', { name: 'Bakı' }) })).getByText('10:00–12:00')
    expect(screen.getByRole('link', { name: t('adminZones.editOf', { name: 'Bakı' }) })).toHaveAttribute('href', adminPaths.zone('1'))
  })

  it('cannot be changed without the permission', async () => {
    signInStaff({ roles: ['support'], permissions: ['rules_read'] })
    openList()
    await screen.findByRole('heading', { level: 2, name: t('adminZones.all', { count: 2 }) })
    expect(screen.queryByRole('link', { name: t('adminZones.new') })).toBeNull()
    expect(screen.queryByRole('button', { name: t('adminZones.holidays.add') })).toBeNull()
  })

  it('are previewed for a place', async () => {
    openList()
    const city = await field(t('adminZones.preview.city'))
    await within(city).findByRole('option', { name: 'Bakı' })
    await user.selectOptions(city, 'Bakı')
    await screen.findByText(t('adminZones.preview.first'))
  })
})

describe('a closed day', () => {
  it('is added and removed', async () => {
    openList()
    await screen.findByText(t('adminZones.holidays.booked', { count: 2 }))
    const form = within(await screen.findByRole('group', { name: t('adminZones.holidays.new') }))
    await user.type(await field(t('adminZones.holidays.date'), form), '2036-05-28')
    for (const locale of ['az', 'ru', 'en'] as const)
      await user.type(await field(`${t('adminZones.holidays.name')} (${LANGUAGE_NAMES[locale]})`, form), 'Bayram')
    await user.click(form.getByRole('button', { name: t('adminZones.holidays.add') }))
    await waitFor(() => expect(zoneDesk.holidays.map(({ date }) => date)).toEqual(['2036-03-20', '2036-05-28']))
    await press(t('adminZones.holidays.remove', { day: 'çərşənbə, 28 may 2036' }))
    await waitFor(() => expect(zoneDesk.holidays).toHaveLength(1))
  })
})

describe('a zone', () => {
  it('is saved with amounts in manats, and is never free without a threshold', async () => {
    openOne('1')
    await write(t('adminZones.label.fee'), '3,50')
    await write(t('adminZones.label.freeFrom'), '')
    await save()
    await waitFor(() => expect(deskZone(1)).toMatchObject({ fee: 350, version: 2, places: [{ cityId: 1 }] }))
    expect(deskZone(1)).not.toHaveProperty('freeFrom')
    expect(lastToast()).toBe(t('adminZones.saved', { name: 'Bakı' }))
  })

  it('shows what is wrong beside the fields', async () => {
    openOne('1')
    await write(title('ru'), '')
    const row = await windowRow(1)
    await user.selectOptions(row.getByLabelText(t('adminZones.windows.ends')), '10:00')
    await save()
    expect(await screen.findByRole('alert')).toHaveFocus()
    expect(await field(title('ru'))).toHaveAccessibleDescription(t('errors.fields.required'))
    expect(row.getByLabelText(t('adminZones.windows.ends'))).toHaveAccessibleDescription(t('errors.fields.invalid_hours'))
    const name = `${t('adminZones.windows.one', { number: 1 })}, ${t('adminZones.windows.ends')}`
    await press(`${name}: ${t('errors.fields.invalid_hours')}`)
    expect(row.getByLabelText(t('adminZones.windows.ends'))).toHaveFocus()
    expect(deskZone(1)?.version).toBe(1)
  })

  it('gets a new window that begins when the last one ends, and can lose one', async () => {
    openOne('1')
    await windowRow(1)
    await press(t('adminZones.windows.add'))
    const row = await windowRow(2)
    expect(row.getByLabelText(t('adminZones.windows.starts'))).toHaveDisplayValue('12:00')
    await press(t('adminZones.windows.remove', { number: 1 }))
    await save()
    await waitFor(() => expect(deskZone(1)?.windows).toEqual([{ starts: 12, ends: 14, capacity: 60, surcharge: 0 }]))
  })

  it('takes over a place of another zone only when the user agrees', async () => {
    openOne('1')
    await user.click(await place(/^Yasamal/))
    await screen.findByText(t('adminZones.places.taken', { count: 1, zones: 'Naxçıvan' }))
    await save()
    await waitFor(async () => expect(await placeSearch()).toHaveAccessibleDescription('Bu yer başqa zonadadır'))
    await press(`${t('adminZones.places.title')}: Bu yer başqa zonadadır`)
    expect(await placeSearch()).toHaveFocus()
    await user.click(await screen.findByRole('checkbox', { name: t('adminZones.places.move') }))
    await save()
    await waitFor(() => expect(deskZone(1)?.places).toEqual([{ cityId: 1 }, { cityId: 1, districtId: 12 }]))
    expect(deskZone(2)?.places).toEqual([])
  })

  it('finds places by name, and loses those that are deselected', async () => {
    openOne('1')
    await place(/^Gəncə/)
    const rest = await place(new RegExp(`^${t('adminZones.places.rest', { city: 'Bakı' })}`))
    expect(rest).toBeChecked()
    await user.click(rest)
    expect(await placeSearch()).toHaveAccessibleDescription(t('adminZones.places.chosen', { count: 0 }))
    await user.type(await placeSearch(), 'yasa')
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: /^Gəncə/ })).toBeNull())
    await place(/^Yasamal/)
  })

  it('does not overwrite the change of another operator', async () => {
    openOne('1')
    await write(t('adminZones.label.fee'), '4')
    changeZone(1, { minimum: 700 })
    await save()
    await screen.findByText('Siz işləyərkən başqası bu zonanı dəyişib.')
    await press(t('adminZones.takeSaved'))
    expect(await field(t('adminZones.label.minimum'))).toHaveValue('7')
    expect(await field(t('adminZones.label.fee'))).toHaveValue('3')
    expect(deskZone(1)).toMatchObject({ fee: 300, minimum: 700 })
  })

  it('is deleted after a confirmation, unless it has orders', async () => {
    const { unmount } = openOne('1')
    await press(t('adminZones.delete.button'))
    await press(t('adminZones.cancel'))
    expect(screen.queryByRole('button', { name: t('adminZones.delete.yes') })).toBeNull()
    await press(t('adminZones.delete.button'))
    await press(t('adminZones.delete.yes'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Bu zonada sifarişlər var.')
    unmount()
    const { address } = openOne('2')
    await press(t('adminZones.delete.button'))
    await press(t('adminZones.delete.yes'))
    await screen.findByText(/^at /)
    expect(address()).toBe(adminPaths.zones())
    expect(deskZone(2)).toBeUndefined()
  })

  it('is created', async () => {
    const { address } = openNew()
    for (const locale of ['az', 'ru', 'en'] as const) await write(title(locale), 'Gence')
    await write(t('adminZones.label.fee'), '8')
    await user.click(await place(/^Gəncə/))
    await press(t('adminZones.windows.add'))
    await windowRow(2)
    await press(t('adminZones.windows.remove', { number: 2 }))
    await press(t('adminZones.create'))
    await screen.findByText(/^at /)
    expect(address()).toBe(adminPaths.zone('3'))
    expect(deskZone(3)).toMatchObject({ code: 'gence', fee: 800, places: [{ cityId: 2 }] })
    expect(deskZone(3)?.windows).toHaveLength(1)
  })
})

it('the capacity of one day is changed, but not below its orders', async () => {
  openAt(adminPaths.deliveries('2030-01-01'), { path: '/idare/catdirilmalar', Component: DeliveriesPage })
  const name = `${t('adminZones.capacity.button')}: 00:00–04:00, Bakı`
  await user.click(await screen.findByText(t('admin.deliveries.emptyWindows', { count: 6 })))
  await press(name)
  await press(t('adminZones.cancel'))
  expect(screen.queryByRole('textbox')).toBeNull()
  await press(name)
  const input = await field(t('adminZones.capacity.label'))
  expect(input).toHaveFocus()
  await user.type(input, '-1')
  expect(input).toHaveAccessibleDescription(t('errors.fields.out_of_range'))
  await user.clear(input)
  await user.type(input, '7')
  await press(t('adminZones.capacity.save'))
  await screen.findByText(t('admin.deliveries.booked', { booked: 0, capacity: 7 }))
  expect(zoneDesk.capacities['baku-2030-01-01-00']).toEqual({ capacity: 7, version: 1 })
})
