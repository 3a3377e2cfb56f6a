import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { customers } from '~mock/customers-state'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'
import { adminPaths } from '~admin/paths'
import { Component as Customer } from '~admin/routes/customer'
import { Component as Customers } from '~admin/routes/customers'
import { useToasts } from '~shared/ui/toast-store'
import { Toaster } from '~shared/ui/toaster'

/** The mock's account 12. */
const NIGAR = 'Nigar Əliyeva'
/** The mock's account 13, which is blocked. */
const ORXAN = 'Orxan Vəliyev'

const user = userEvent.setup({ delay: null })
const withToasts = (Page: () => React.ReactNode) => () => (
  <>
    <Page />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const open = () => openAt(adminPaths.customers(), { path: '/idare/musteriler', Component: withToasts(Customers) })
const openCustomer = (id: number) =>
  openAt(adminPaths.customer(String(id)), { path: '/idare/musteriler/:id', Component: withToasts(Customer) })
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const find = (text: string) => user.type(screen.getByRole('textbox', { name: t('adminStaff.customers.find') }), `${text}{Enter}`)
const confirm = async (name: string, second: string) => {
  await press(name)
  await user.click(within(await screen.findByRole('group', { name })).getByRole('button', { name: second }))
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const customerOf = (id: number) => customers.all.find(({ accountId }) => accountId === id)

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it.each([
  ['the search', open],
  ['a customer', () => openCustomer(12)],
])('%s is for those who may see customers, and reads nothing for others', async (_what, openPage) => {
  signInStaff({ roles: ['marketing'], permissions: ['promotions_read'] })
  const read: string[] = []
  server.events.on('request:start', ({ request }) => void read.push(request.url))
  openPage()
  await heading(t('admin.notYours'))
  expect(read.filter((url) => url.includes('/admin/'))).toEqual([])
  server.events.removeAllListeners()
})

it.each(['+994557654321', 'nigar@example.az', '10472913'])('finds a customer by %s, which the address does not contain', async (text) => {
  const { address } = open()
  await find(text)
  expect(await screen.findByRole('link', { name: NIGAR })).toHaveAttribute('href', adminPaths.customer('12'))
  expect(address()).toBe(adminPaths.customers())
  screen.getByText(`nigar@example.az · ${t('adminStaff.customers.verified')}`)
})

it('a search without a result says so, and what to check', async () => {
  open()
  await find('nigar')
  await screen.findByText(t('adminStaff.customers.emptyText'))
  await press(t('common.search.clear'))
  expect(screen.getByRole('textbox')).toHaveValue('')
  expect(screen.queryByText(t('adminStaff.customers.emptyText'))).toBeNull()
})

it('a failed search shows the reason, and keeps the text', async () => {
  server.use(http.get(`${BASE}/admin/customers`, () => problem(429, 'too_many_requests', 'Bir az gözləyin')))
  open()
  await find('10472913')
  expect(await screen.findByRole('alert')).toHaveTextContent('Bir az gözləyin')
  expect(screen.getByRole('textbox')).toHaveValue('10472913')
})

it('shows contact data, roles and sessions', async () => {
  openCustomer(12)
  await heading(NIGAR)
  await screen.findByText(/Gül evi/)
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(facts).toEqual([
    '+994\u00a055\u00a0765\u00a043\u00a021',
    `nigar@example.az · ${t('adminStaff.customers.verified')}`,
    'Русский',
    '8 mart 2026',
    t('adminStaff.no'),
    `${t('adminSite.staff.roles.store_owner')}: Gül evi`,
  ])
  screen.getByText('Safari, iOS')
})

it('an unknown customer leads back to the search', async () => {
  openCustomer(77)
  await heading(t('common.notFound.title'))
  expect(screen.getByRole('link', { name: t('adminStaff.customers.title') })).toHaveAttribute('href', adminPaths.customers())
})

it('a customer is blocked with a reason, which is required', async () => {
  openCustomer(12)
  await press(t('adminStaff.customers.block'))
  await press(t('adminStaff.customers.blockNow'))
  const reason = await screen.findByLabelText(t('adminStaff.customers.reason'))
  expect(reason).toHaveAccessibleDescription(t('errors.fields.required'))
  await user.type(reason, 'ab')
  await press(t('adminStaff.customers.blockNow'))
  expect(reason).toHaveAccessibleDescription(t('errors.fields.too_short'))
  await user.type(reason, 'c saxta sifariş')
  await press(t('adminStaff.customers.blockNow'))
  await screen.findByText(t('adminStaff.customers.blocked', { name: NIGAR }))
  screen.getByText('abc saxta sifariş')
  screen.getByText(t('adminStaff.customers.noSessions'))
  expect(customerOf(12)?.block?.reason).toBe('abc saxta sifariş')
})

it('a protected account is not blocked, and the reason stays typed', async () => {
  customers.all = customers.all.map((customer) => ({ ...customer, roles: ['owner'] }))
  openCustomer(12)
  await press(t('adminStaff.customers.block'))
  await user.type(await screen.findByLabelText(t('adminStaff.customers.reason')), 'saxta sifariş')
  await press(t('adminStaff.customers.blockNow'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Yalnız sahib əməkdaşın hesabını bloklaya bilər.')
  expect(screen.getByLabelText(t('adminStaff.customers.reason'))).toHaveValue('saxta sifariş')
  expect(customerOf(12)?.block).toBeUndefined()
})

it('a customer is unblocked after a second press', async () => {
  openCustomer(13)
  await screen.findByText('Saxta sifarişlər')
  await confirm(t('adminStaff.customers.unblock'), t('adminStaff.cancel'))
  expect(customerOf(13)?.block?.reason).toBe('Saxta sifarişlər')
  await confirm(t('adminStaff.customers.unblock'), t('adminStaff.customers.unblockNow'))
  await screen.findByText(t('adminStaff.customers.unblocked', { name: ORXAN }))
  expect(customerOf(13)?.block).toBeUndefined()
})

it('a customer is signed out everywhere after a second press', async () => {
  openCustomer(12)
  await confirm(t('adminStaff.customers.endSessions'), t('adminStaff.customers.endSessionsNow'))
  await screen.findByText(t('adminStaff.customers.sessionsEnded', { name: NIGAR }))
  expect(customerOf(12)?.devices).toEqual([])
})

it('staff who may only read see no actions', async () => {
  signInStaff({ roles: ['support'], permissions: ['customers_read'] })
  openCustomer(12)
  await screen.findByText('Safari, iOS')
  expect(screen.queryByRole('button')).toBeNull()
})
