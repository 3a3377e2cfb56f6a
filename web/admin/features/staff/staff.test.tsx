import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { stores } from '~mock/catalogue'
import { openAt, t } from '~mock/in-shop'
import { USER } from '~mock/profile-state'
import { signInStaff } from '~mock/staff-sign-in'
import { staff } from '~mock/staff-state'
import { adminPaths } from '~admin/paths'
import { Component as Staff } from '~admin/routes/staff'
import { Toaster } from '~shared/ui/toaster'
import { phoneText } from '~shared/lib/text'
import { useToasts } from '~shared/ui/toast-store'

const user = userEvent.setup({ delay: null })
const withToasts = (Page: () => React.ReactNode) => () => (
  <>
    <Page />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const open = () => openAt(adminPaths.staff(), { path: '/idare/emekdaslar', Component: withToasts(Staff) })
const card = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement)
const role = (name: 'owner' | 'finance' | 'orders') => t(`adminSite.staff.roles.${name}`)

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it('an invitation shows its link once and is listed until it is accepted', async () => {
  open()
  await user.click(await screen.findByRole('button', { name: t('adminSite.staff.new') }))
  await user.type(screen.getByLabelText(t('adminSite.staff.phone')), '0551234567')
  await user.selectOptions(screen.getByLabelText(t('adminSite.staff.role')), 'finance')
  await user.click(screen.getByRole('button', { name: t('adminSite.staff.invite') }))
  await screen.findByText(/\/devet\//)
  await user.click(screen.getByRole('button', { name: t('adminSite.staff.copy') }))
  expect(await navigator.clipboard.readText()).toMatch(/\/devet\//)
  expect(staff.invitations.map(({ role }) => role)).toEqual(['support', 'finance'])
  await user.click(within(screen.getByRole('status')).getByRole('button', { name: t('common.close') }))
  expect(screen.queryByText(/\/devet\//)).toBeNull()
  screen.getByRole('button', { name: t('adminSite.staff.new') })
})

it('an invitation is cancelled', async () => {
  open()
  const [invitation] = staff.invitations
  const phone = phoneText(invitation?.phoneNumber ?? '')
  await user.click(await screen.findByRole('button', { name: t('adminSite.staff.cancelOf', { phone }) }))
  await screen.findByText(t('adminSite.staff.cancelled'))
  expect(staff.invitations).toEqual([])
  expect(screen.queryByText(phone)).toBeNull()
})

it('a role of a store needs a store', async () => {
  open()
  await user.click(await screen.findByRole('button', { name: t('adminSite.staff.new') }))
  expect(screen.queryByLabelText(t('adminSite.staff.store'))).toBeNull()
  await user.type(screen.getByLabelText(t('adminSite.staff.phone')), '0551234567')
  await user.selectOptions(screen.getByLabelText(t('adminSite.staff.role')), 'store_owner')
  await user.click(screen.getByRole('button', { name: t('adminSite.staff.invite') }))
  expect(await screen.findByLabelText(t('adminSite.staff.store'))).toHaveAccessibleDescription(t('errors.fields.required'))
  const store = stores('az')[0]
  if (!store) throw new Error('the mock has no stores')
  await user.selectOptions(screen.getByLabelText(t('adminSite.staff.store')), store.name)
  await user.click(screen.getByRole('button', { name: t('adminSite.staff.invite') }))
  await screen.findByText(/\/devet\//)
  expect(staff.invitations.map(({ role }) => role)).toEqual(['support', `store_owner@${store.id}`])
  screen.getByText(new RegExp(`^${t('adminSite.staff.roles.store_owner')}: ${store.name} · `))
})

it('a role is withdrawn after a second press', async () => {
  open()
  const name = 'Tural İbrahimov'
  const shown = await card(name)
  await user.click(shown.getByRole('button', { name: t('adminSite.staff.withdrawOf', { role: role('finance'), name }) }))
  await user.click(shown.getByRole('button', { name: t('adminSite.staff.withdraw') }))
  await screen.findByText(t('adminSite.staff.withdrawn', { role: role('finance'), name }))
  expect((await card(name)).queryByText(role('finance'))).toBeNull()
  // The second member is Tural.
  expect(staff.members[1]?.roles).toEqual(['orders'])
})

it('resets the second factor of a colleague after a second press, but not the own one', async () => {
  open()
  const name = 'Tural İbrahimov'
  const label = t('adminSite.staff.resetFactors')
  const first = { name: `${label}: ${name}` }
  await user.click((await card(name)).getByRole('button', first))
  await user.click((await card(name)).getByRole('button', { name: t('adminStaff.cancel') }))
  await user.click((await card(name)).getByRole('button', first))
  expect(staff.resetAccounts).toEqual([])
  await user.click((await card(name)).getByRole('button', { name: t('adminSite.staff.resetFactorsNow') }))
  await screen.findByText(t('adminSite.staff.factorsReset', { name }))
  // Tural has account 8.
  expect(staff.resetAccounts).toEqual([8])
  expect((await card(`${USER.firstName} ${USER.lastName}`)).queryByRole('button', { name: new RegExp(label) })).toBeNull()
})

it('the role of the last owner cannot be withdrawn', async () => {
  open()
  const name = `${USER.firstName} ${USER.lastName}`
  const shown = await card(name)
  await user.click(shown.getByRole('button', { name: t('adminSite.staff.withdrawOf', { role: role('owner'), name }) }))
  await user.click(shown.getByRole('button', { name: t('adminSite.staff.withdraw') }))
  await screen.findByText(new RegExp(t('errors.last_owner.title')))
  expect(staff.members[0]?.roles).toEqual(['owner'])
})

it('a manager sees the staff and changes nothing', async () => {
  signInStaff({ roles: ['manager'], permissions: ['staff_read'] })
  open()
  await card('Tural İbrahimov')
  expect(screen.queryByRole('button')).toBeNull()
})
