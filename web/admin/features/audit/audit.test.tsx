import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { auditLog } from '~mock/audit-log-state'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { USER } from '~mock/profile-state'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'
import { adminPaths, type AuditFilter } from '~admin/paths'
import { Component as Audit } from '~admin/routes/audit'
import { useToasts } from '~shared/ui/toast-store'
import { Toaster } from '~shared/ui/toaster'

const ME = `${USER.firstName} ${USER.lastName}`

const user = userEvent.setup({ delay: null })
const Page = () => (
  <>
    <Audit />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const open = (filter?: AuditFilter) => openAt(adminPaths.audit(filter), { path: '/idare/jurnal', Component: Page })
/** Without the header. */
const rows = async () => {
  await screen.findByRole('table')
  return within(screen.getByRole('table')).getAllByRole('row').slice(1)
}
const press = (name: string) => user.click(screen.getByRole('button', { name }))

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it('the log is shown only to staff with the permission to read it', async () => {
  signInStaff({ roles: ['manager'], permissions: ['staff_read'] })
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

it('shows who did what, when, from where, and each changed field before and after', async () => {
  open()
  const [first, second] = await rows()
  if (!first || !second) throw new Error('the log is empty')
  const cells = within(first)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(cells).toEqual([
    '20 noyabr 202616:00',
    ME,
    'order_movedorder',
    'order SQ-7K4M-29',
    [
      `status:${t('adminStaff.audit.before')}: waiting${t('adminStaff.audit.after')}: confirmed`,
      `note:${t('adminStaff.audit.before')}: —${t('adminStaff.audit.after')}: zəng edildi`,
    ].join(''),
    '203.0.113.7 · Chrome, Windows',
  ])
  expect(second).toHaveTextContent(t('adminStaff.audit.noChange'))
  expect(second).toHaveTextContent(t('adminStaff.audit.unknown'))
})

it('more entries are loaded when “load more” is pressed', async () => {
  open()
  // A page has 50 entries. The log has 62.
  expect(await rows()).toHaveLength(50)
  await press(t('catalog.loadMore'))
  await waitFor(async () => expect(await rows()).toHaveLength(62))
  expect(screen.queryByRole('button', { name: t('catalog.loadMore') })).toBeNull()
})

it('stores the filter in the URL and shows it in the form', async () => {
  const { address } = open()
  await rows()
  // Tural İbrahimov has account 8.
  await user.selectOptions(screen.getByLabelText(t('adminStaff.audit.person')), 'Tural İbrahimov')
  await user.type(screen.getByLabelText(t('adminStaff.audit.action')), 'customer_data_read')
  await press(t('adminStaff.audit.apply'))
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(address()).toBe(adminPaths.audit({ accountId: '8', action: 'customer_data_read' }))
  expect(screen.getByLabelText(t('adminStaff.audit.action'))).toHaveValue('customer_data_read')
  await user.click(screen.getByRole('link', { name: t('adminStaff.audit.clear') }))
  await waitFor(async () => expect(await rows()).toHaveLength(50))
})

it('filters by times in Baku', async () => {
  // The second entry is of 11:00 UTC, which is 15:00 in Baku. The first entry is of 16:00, which is excluded.
  open({ since: '2026-11-20T15:00', until: '2026-11-20T16:00' })
  const [only, ...others] = await rows()
  expect(only).toHaveTextContent('customer_data_read')
  expect(others).toEqual([])
})

it('ignores an invalid filter in the URL', async () => {
  // The account is not a number, and the time is the word "yesterday".
  openAt('/idare/jurnal?emekdas=abc&baslangic=dünən', { path: '/idare/jurnal', Component: Page })
  expect(await rows()).toHaveLength(50)
})

it('the links of a subject and of a person filter the log by them', async () => {
  const { address } = open()
  const [first] = await rows()
  if (!first) throw new Error('the log is empty')
  await user.click(within(first).getByRole('link', { name: 'order SQ-7K4M-29' }))
  expect(address()).toBe(adminPaths.audit({ subjectKind: 'order', subject: 'SQ-7K4M-29' }))
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: ME }))
  expect(address()).toBe(adminPaths.audit({ accountId: String(USER.id), subjectKind: 'order', subject: 'SQ-7K4M-29' }))
})

it('shows the account number of a person who is no longer staff', async () => {
  open({ accountId: '99' })
  await screen.findByText(t('adminStaff.audit.empty'))
  expect(screen.getByLabelText(t('adminStaff.audit.person'))).toHaveValue('99')
  screen.getByRole('option', { name: t('adminStaff.audit.accountNo', { number: 99 }) })
})

it('the page names the services that did not answer, and a retry asks them again', async () => {
  auditLog.missing = ['order', 'seo']
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent(t('adminStaff.audit.missing', { services: 'order, seo' }))
  expect(await rows()).toHaveLength(50)
  auditLog.missing = []
  await press(t('common.retry'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('offers a retry when the log cannot be read', async () => {
  server.use(http.get(`${BASE}/admin/audit`, () => problem(403, 'forbidden', 'İcazəniz yoxdur'), { once: true }))
  open()
  await user.click(await screen.findByRole('button', { name: t('common.retry') }))
  expect(await rows()).toHaveLength(50)
})

it('saves the filtered log as CSV', async () => {
  const saved: Blob[] = []
  const createObjectURL = vi.fn<(content: Blob) => string>((content) => {
    saved.push(content)
    return 'blob:audit'
  })
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  open({ action: 'customer_data_read' })
  await rows()
  await press(t('adminStaff.audit.csv'))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await saved[0]?.text()).toBe('at,action,subject\n2026-11-20T11:00:00.000Z,customer_data_read,12')
})

it('says why the CSV cannot be saved', async () => {
  server.use(http.get(`${BASE}/admin/audit.csv`, () => problem(503, 'service_unavailable', 'Bir az sonra yenidən cəhd edin')))
  open()
  await rows()
  await press(t('adminStaff.audit.csv'))
  await screen.findByText('Bir az sonra yenidən cəhd edin')
})
