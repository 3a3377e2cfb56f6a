import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { openAt, t } from '~mock/in-shop'
import { OWNER, USER } from '~mock/profile-state'
import { signIn } from '~mock/sign-in'
import { staff } from '~mock/staff-state'
import { adminPaths } from '~admin/paths'
import { Component as Invitation } from '~admin/routes/invitation'
import { Component as Staff } from '~admin/routes/staff'
import { useAuth } from '~shared/features/auth/store'
import { Toaster } from '~shared/ui/toaster'
import { useToasts } from '~shared/ui/toast-store'

const user = userEvent.setup({ delay: null })
const withToasts = (Page: () => React.ReactNode) => () => (
  <>
    <Page />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const open = () => openAt(adminPaths.staff(), { path: '/idare/emekdaslar', Component: withToasts(Staff) })
const openInvitation = (token: string) =>
  openAt(adminPaths.invitation(token), { path: '/idare/devet/:token', Component: withToasts(Invitation) })
const card = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement)
const role = (name: 'owner' | 'finance' | 'orders') => t(`adminSite.staff.roles.${name}`)

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signIn(OWNER)
})

it('an invitation gives a link once and waits in the list', async () => {
  open()
  await user.click(await screen.findByRole('button', { name: t('adminSite.staff.new') }))
  await user.type(screen.getByLabelText(t('adminSite.staff.phone')), '0551234567')
  await user.selectOptions(screen.getByLabelText(t('adminSite.staff.role')), 'finance')
  await user.click(screen.getByRole('button', { name: t('adminSite.staff.invite') }))
  await screen.findByText(/\/idare\/devet\//)
  await user.click(screen.getByRole('button', { name: t('adminSite.staff.copy') }))
  expect(await navigator.clipboard.readText()).toMatch(/\/idare\/devet\//)
  expect(staff.invitations.map(({ role }) => role)).toEqual(['support', 'finance'])
})

it('a role is withdrawn after a second press', async () => {
  open()
  const name = 'Tural İbrahimov'
  const shown = await card(name)
  await user.click(shown.getByRole('button', { name: t('adminSite.staff.withdrawOf', { role: role('finance'), name }) }))
  await user.click(shown.getByRole('button', { name: t('adminSite.staff.withdraw') }))
  await screen.findByText(t('adminSite.staff.withdrawn', { role: role('finance'), name }))
  expect((await card(name)).queryByText(role('finance'))).toBeNull()
  expect(staff.members[1]?.roles).toEqual(['orders'])
})

it('says that the last owner stays', async () => {
  open()
  const name = `${USER.firstName} ${USER.lastName}`
  const shown = await card(name)
  await user.click(shown.getByRole('button', { name: t('adminSite.staff.withdrawOf', { role: role('owner'), name }) }))
  await user.click(shown.getByRole('button', { name: t('adminSite.staff.withdraw') }))
  await screen.findByText(new RegExp(t('errors.last_owner.title')))
  expect(staff.members[0]?.roles).toEqual(['owner'])
})

it('a manager sees the staff and changes nothing', async () => {
  signIn({ roles: ['manager'], permissions: ['staff_read'] })
  open()
  await card('Tural İbrahimov')
  expect(screen.queryByRole('button')).toBeNull()
})

it('an accepted invitation opens the areas of its role', async () => {
  signIn()
  const { address } = openInvitation('A'.repeat(43))
  await user.click(await screen.findByRole('button', { name: t('adminSite.staff.accept') }))
  await screen.findByText(/^at /)
  expect(address()).toBe(adminPaths.home())
  expect(useAuth.getState().user?.permissions).toContain('tickets_read')
})

it('a wrong link says so and changes nothing', async () => {
  signIn()
  openInvitation('B'.repeat(43))
  await user.click(await screen.findByRole('button', { name: t('adminSite.staff.accept') }))
  expect(await screen.findByRole('alert')).toHaveTextContent(t('errors.invitation_not_found.title'))
  expect(useAuth.getState().user?.permissions).toEqual([])
})
