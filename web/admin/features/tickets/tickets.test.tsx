// Tests of the page of tickets, the letters of customers to support.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as OrderPage } from '~admin/routes/order'
import { Component as Tickets } from '~admin/routes/tickets'
import { useToasts } from '~shared/ui/toast-store'
import { Toaster } from '~shared/ui/toaster'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { USER } from '~mock/profile-state'
import { signInStaff } from '~mock/staff-sign-in'
import { tickets } from '~mock/tickets-state'

/** The codes of two letters of the mock: the newest of two open ones, and an answered one. */
const NEWEST = 'MR-9XPT-4D'
const ANSWERED = 'MR-2F9T-6E'

const user = userEvent.setup({ delay: null })
const Page = () => (
  <>
    <Tickets />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const open = (state?: string) => openAt(adminPaths.tickets(state), { path: '/idare/muracietler', Component: Page })
const letter = async (code: string) => within((await screen.findByText(code)).closest('li') as HTMLElement)
/** Matches the name of a button or link of a letter, which begins with the action. */
const act = (name: string) => new RegExp(`^${name}: `)
const ticketOf = (code: string) => tickets.all.find((ticket) => ticket.code === code)

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it('the page is shown only to staff with the permission', async () => {
  signInStaff({ roles: ['courier'], permissions: [] })
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

it('shows open letters with their line breaks and a link to answer', async () => {
  open()
  const shown = await letter(NEWEST)
  expect(shown.getByText(/Yasamaldadır/)).toHaveTextContent(ticketOf(NEWEST)?.message ?? '', { normalizeWhitespace: false })
  expect(shown.getByRole('link', { name: act(t('adminSite.tickets.mail')) })).toHaveAttribute(
    'href',
    `mailto:letter-1@example.az?subject=${encodeURIComponent(`Sovqat: ${NEWEST}`)}`,
  )
  expect(shown.getByRole('link', { name: /^\+994\s50\s123\s45\s67/ })).toHaveAttribute('href', 'tel:+994501234567')
  expect(screen.queryByText(ANSWERED)).toBeNull()
  screen.getByText(t('adminSite.tickets.count', { count: 2 }))
})

it('moves an answered letter to the list of answered ones', async () => {
  const { address } = open()
  await user.click((await letter(NEWEST)).getByRole('button', { name: act(t('adminSite.tickets.close')) }))
  await screen.findByText(t('adminSite.tickets.closed', { code: NEWEST }))
  await waitFor(() => expect(screen.queryByText(NEWEST)).toBeNull())
  expect(ticketOf(NEWEST)?.status).toBe('closed')
  const waiting = screen.getByRole('link', { name: new RegExp(`^${t('adminSite.tickets.state.open')}`) })
  await waitFor(() => expect(waiting).toHaveTextContent('1'))
  await user.click(screen.getByRole('link', { name: t('adminSite.tickets.state.closed') }))
  expect(address()).toBe(adminPaths.tickets('closed'))
  const answered = await letter(NEWEST)
  answered.getByText(/Yasamaldadır/)
  expect(answered.queryByRole('button', { name: act(t('adminSite.tickets.close')) })).toBeNull()
  await letter(ANSWERED)
})

it('answers a letter, which is then among the answered ones with the answer and its author', async () => {
  open()
  await user.click((await letter(NEWEST)).getByRole('button', { name: act(t('adminSite.tickets.answer')) }))
  await user.click(screen.getByRole('button', { name: t('adminSite.tickets.send') }))
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveAccessibleDescription(new RegExp(t('errors.fields.required'))))
  await user.type(screen.getByRole('textbox'), 'Bəli, olar.')
  await user.click(screen.getByRole('button', { name: t('adminSite.tickets.send') }))
  await screen.findByText(t('adminSite.tickets.sent', { email: 'letter-1@example.az' }))
  expect(ticketOf(NEWEST)).toMatchObject({ status: 'closed', answers: [{ text: 'Bəli, olar.' }] })
  await user.click(screen.getByRole('link', { name: t('adminSite.tickets.state.closed') }))
  ;(await letter(NEWEST)).getByText('Bəli, olar.')
})

it('a letter is assigned to the user, and unassigned', async () => {
  const { address } = open()
  const choose = async (option: string) =>
    user.selectOptions((await letter(NEWEST)).getByLabelText(t('adminSite.tickets.assignee')), option)
  await choose(t('adminSite.tickets.me', { name: `${USER.firstName} ${USER.lastName}` }))
  await waitFor(() => expect(ticketOf(NEWEST)?.assigneeId).toBe(USER.id))
  await user.click(screen.getByRole('link', { name: t('adminSite.tickets.state.mine') }))
  expect(address()).toBe(adminPaths.tickets('mine'))
  await letter(NEWEST)
  await choose(t('adminSite.tickets.nobody'))
  await waitFor(() => expect(screen.queryByText(NEWEST)).toBeNull())
  expect(ticketOf(NEWEST)?.assigneeId).toBeUndefined()
})

it('links a letter to an order, and removes the link', async () => {
  open()
  const shown = await letter(NEWEST)
  expect(shown.getByRole('link', { name: t('adminSite.tickets.order', { code: 'SQ-3HWD-81' }) })).toHaveAttribute(
    'href',
    adminPaths.order('SQ-3HWD-81'),
  )
  await user.click(shown.getByRole('button', { name: t('adminSite.tickets.unlink', { code: 'SQ-3HWD-81' }) }))
  await user.click(await shown.findByRole('button', { name: t('adminSite.tickets.link') }))
  await user.click(shown.getByRole('button', { name: t('adminSite.cancel') }))
  await user.click(shown.getByRole('button', { name: t('adminSite.tickets.link') }))
  await user.type(shown.getByLabelText(t('adminSite.tickets.orderCode')), 'SQ-1')
  await user.click(shown.getByRole('button', { name: t('adminSite.tickets.link') }))
  await waitFor(() => expect(shown.getByRole('textbox')).toHaveAccessibleDescription(new RegExp('Düzgün deyil')))
  await user.clear(shown.getByRole('textbox'))
  await user.type(shown.getByRole('textbox'), 'sq 2f9t 63')
  await user.click(shown.getByRole('button', { name: t('adminSite.tickets.link') }))
  await shown.findByRole('link', { name: t('adminSite.tickets.order', { code: 'SQ-2F9T-63' }) })
})

it('the page of an order shows the letters about it', async () => {
  openAt(adminPaths.order('SQ-3HWD-81'), { path: '/idare/sifarisler/:code', Component: OrderPage })
  const letters = within(await screen.findByRole('region', { name: t('admin.letters') }))
  expect(letters.getByRole('link', { name: NEWEST })).toHaveAttribute('href', adminPaths.tickets())
})

it('keeps a letter that could not be closed, and shows the reason', async () => {
  server.use(http.post(`${BASE}/admin/tickets/:code/close`, () => problem(503, 'service_unavailable', 'Bir az sonra yenidən cəhd edin')))
  open()
  await user.click((await letter(NEWEST)).getByRole('button', { name: act(t('adminSite.tickets.close')) }))
  await screen.findByText('Bir az sonra yenidən cəhd edin')
  await letter(NEWEST)
})

it('empty lists say that there is no letter', async () => {
  tickets.all = []
  open()
  await screen.findByRole('heading', { name: t('adminSite.tickets.empty') })
  open('closed')
  await screen.findByText(t('adminSite.tickets.emptyElse'))
})

it('offers a retry when loading fails', async () => {
  let isDown = true
  server.use(http.get(`${BASE}/admin/tickets`, () => (isDown ? problem(500, 'internal', 'Xəta') : undefined)))
  open()
  const retryButton = await screen.findByRole('button', { name: t('common.retry') })
  isDown = false
  await user.click(retryButton)
  await letter(NEWEST)
})
