// Tests of addresses, birthdays of relatives, and signed-in devices.

import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Address } from '~shared/api/types'
import { paths } from '~shared/lib/paths'
import { Component as AddressPage } from '~/routes/profile/address'
import { Component as Addresses } from '~/routes/profile/addresses'
import { Component as Birthdays } from '~/routes/profile/birthdays'
import { Component as Devices } from '~/routes/profile/devices'
import { nextBirthday } from '~mock/birthdays'
import { BASE } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { profile } from '~mock/profile-state'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import { Toaster } from '~shared/ui/toaster'
import { useToasts } from '~shared/ui/toast-store'

const user = userEvent.setup({ delay: null })
const withToasts = (Page: () => React.ReactNode) => () => (
  <>
    <Page />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const headings = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

const homeAddress: Address = {
  id: 1,
  title: 'Ev',
  type: 'home',
  cityId: 2,
  cityName: 'Gəncə',
  street: 'Nizami',
  building: '1',
  isDefault: true,
}

beforeEach(() => {
  signIn()
  useToasts.setState({ toasts: [] })
})

describe('addresses', () => {
  const list = () => openAt(paths.addresses(), { path: '/profil/unvanlar', Component: withToasts(Addresses) })

  it('link to the form when there are none', async () => {
    list()
    await screen.findByRole('heading', { level: 1, name: t('account.addresses.empty') })
    expect(screen.getByRole('link', { name: t('account.addresses.add') })).toHaveAttribute('href', paths.newAddress())
  })

  it('are restored by undo', async () => {
    profile.addresses = [homeAddress, { ...homeAddress, id: 2, title: 'İş', isDefault: false }]
    list()
    await user.click(await screen.findByRole('button', { name: t('account.addresses.removeOf', { title: 'Ev' }) }))
    await waitFor(() => expect(headings()).toEqual(['İş']))
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
    await user.click(await screen.findByRole('button', { name: t('common.undo') }))
    await waitFor(() => expect(headings()).toEqual(['Ev', 'İş']))
    expect(profile.addresses.filter(({ isDefault }) => isDefault).map(({ title }) => title)).toEqual(['Ev'])
  })

  it('reappear when the removal fails', async () => {
    profile.addresses = [homeAddress]
    server.use(http.delete(`${BASE}/user/addresses/:id`, () => HttpResponse.error()))
    list()
    await user.click(await screen.findByRole('button', { name: t('account.addresses.removeOf', { title: 'Ev' }) }))
    await screen.findByText(t('common.failure.network'))
    await waitFor(() => expect(headings()).toEqual(['Ev']))
  })

  it('require a district where the city has some, and are saved as typed', async () => {
    const page = openAt(paths.newAddress(), { path: '/profil/unvanlar/yeni', Component: AddressPage })
    const field = (name: string) => screen.getByLabelText(name)
    await user.type(await screen.findByLabelText(t('account.addresses.label.title')), 'Ev')
    await user.selectOptions(field(t('account.addresses.label.cityId')), 'Bakı')
    await user.type(field(t('account.addresses.label.street')), 'Nizami küçəsi')
    await user.type(field(t('account.addresses.label.building')), '10A')
    await user.click(screen.getByRole('button', { name: t('account.save') }))
    const district = await screen.findByLabelText(t('account.addresses.label.districtId'))
    await waitFor(() => expect(district).toHaveAccessibleDescription(t('errors.fields.required')))
    await user.selectOptions(district, 'Nəsimi')
    await user.click(screen.getByRole('button', { name: t('account.save') }))
    await waitFor(() => expect(page.address()).toBe(paths.addresses()))
    expect(profile.addresses[0]).toMatchObject({ title: 'Ev', cityId: 1, districtId: 11, street: 'Nizami küçəsi', building: '10A' })
  })
})

describe('an address form', () => {
  it('reports all missing fields at once, and keeps what was typed', async () => {
    openAt(paths.newAddress(), { path: '/profil/unvanlar/yeni', Component: AddressPage })
    const optionalField = (name: string) => screen.findByLabelText(`${name} ${t('forms.optional')}`)
    await user.type(await optionalField(t('account.addresses.label.note')), 'Domofon 12')
    await user.type(await optionalField(t('account.addresses.label.postcode')), '12')
    await user.click(screen.getByRole('button', { name: t('account.save') }))
    const summary = await screen.findByRole('alert')
    await waitFor(() => expect(summary).toHaveFocus())
    expect(within(summary).getAllByRole('listitem'), 'title, city, street, building and postcode').toHaveLength(5)
    expect(summary).toHaveTextContent(t('errors.fields.invalid_postcode'))
    expect(await optionalField(t('account.addresses.label.note'))).toHaveValue('Domofon 12')
  })

  it('redirects to the list when the address does not exist', async () => {
    const page = openAt(paths.address('404'), { path: '/profil/unvanlar/:id', Component: AddressPage })
    await waitFor(() => expect(page.address()).toBe(paths.addresses()))
  })
})

describe('birthdays', () => {
  it('accept existing dates only, and "back" closes the form', async () => {
    server.use(http.get(`${BASE}/category/all/tree`, () => HttpResponse.json({ data: [] })))
    const page = openAt(paths.birthdays(), { path: '/profil/dogum-gunleri', Component: withToasts(Birthdays) })
    await user.click(await screen.findByRole('link', { name: t('account.birthdays.add') }))
    expect(await screen.findByRole('heading', { name: t('account.birthdays.add') })).toHaveFocus()
    const choose = (part: 'day' | 'month' | 'year', value: string) => user.selectOptions(screen.getByLabelText(t(`forms.${part}`)), value)
    await user.type(screen.getByLabelText(t('account.birthdays.label.name')), 'Leyla')
    // April has 30 days.
    await choose('day', '31')
    await choose('month', '4')
    await choose('year', '1999')
    await user.click(screen.getByRole('button', { name: t('account.birthdays.submit') }))
    const summary = await screen.findByRole('alert')
    await waitFor(() => expect(summary).toHaveFocus())
    expect(summary).toHaveTextContent(t('errors.fields.invalid_date'))
    expect(summary).toHaveTextContent(t('errors.fields.required'))
    expect(profile.families).toEqual([])

    await act(() => page.router.navigate(-1))
    await screen.findByRole('heading', { level: 1, name: t('account.birthdays.empty') })
    expect(screen.queryByRole('heading', { name: t('account.birthdays.add') })).toBeNull()
  })

  it('show the days left', async () => {
    const base = { relation: 'mother', birthDate: '1962-03-08', nextBirthday: '2027-03-08', turns: 65 } as const
    profile.families = [
      { ...base, id: 1, name: 'Anam', daysLeft: 0 },
      { ...base, id: 2, name: 'Bibim', daysLeft: 1 },
      { ...base, id: 3, name: 'Xalam', daysLeft: 9 },
    ]
    server.use(http.get(`${BASE}/category/all/tree`, () => HttpResponse.json({ data: [] })))
    openAt(paths.birthdays(), { path: '/profil/dogum-gunleri', Component: Birthdays })
    await screen.findByText(t('account.birthdays.today'))
    screen.getByText(t('account.birthdays.tomorrow'))
    screen.getByText(t('account.birthdays.in', { count: 9 }))
    expect(screen.getAllByText('mart'), 'all three are born in March').toHaveLength(3)
  })

  it.each([
    ['1962-03-08', '2026-11-21', { nextBirthday: '2027-03-08', daysLeft: 107, turns: 65 }],
    ['1990-11-21', '2026-11-21', { nextBirthday: '2026-11-21', daysLeft: 0, turns: 36 }],
    ['2000-02-29', '2026-11-21', { nextBirthday: '2027-02-28', daysLeft: 99, turns: 27 }],
  ])('are computed by the mock as by the server: %s on %s', (birthDate, today, next) =>
    expect(nextBirthday(birthDate, today)).toEqual(next),
  )
})

describe('devices', () => {
  it('are removed at once and reappear when the server refuses', async () => {
    server.use(http.delete(`${BASE}/user/devices/:id`, () => HttpResponse.json({}, { status: 503 })))
    openAt(paths.devices(), { path: '/profil/cihazlar', Component: withToasts(Devices) })
    await user.click(await screen.findByRole('button', { name: new RegExp(`${t('account.devices.end')}: Safari, macOS`) }))
    await screen.findByText(t('common.failure.unknown'))
    await waitFor(() => expect(headings(), 'the devices of the mock').toHaveLength(3))
  })

  it('keep this one when all others are signed out', async () => {
    openAt(paths.devices(), { path: '/profil/cihazlar', Component: withToasts(Devices) })
    await user.click(await screen.findByRole('button', { name: t('account.devices.endOthers') }))
    await waitFor(() => expect(headings()).toEqual([`Chrome, Android${t('account.devices.this')}`]))
    expect(profile.devices).toHaveLength(1)
  })
})
