import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component } from '~admin/routes/home'
import { money } from '~shared/i18n/format'
import { violationsOf } from '~mock/accessibility'
import { dashboard } from '~mock/dashboard-state'
import { BASE, cursorPage, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { settings } from '~mock/settings-state'
import { signInStaff } from '~mock/staff-sign-in'
import { storeDesk } from '~mock/store-desk-state'

const user = userEvent.setup({ delay: null })
const open = () => openAt(adminPaths.home(), { path: '/idare', Component })
const section = async (name: string) => within(await screen.findByRole('region', { name }))
/** Amounts contain non-breaking spaces. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

beforeEach(() => signInStaff())

it('sales are shown only to staff with the permission', async () => {
  signInStaff({ roles: ['support'], permissions: ['orders_read'] })
  open()
  await section(t('adminDashboard.waiting'))
  expect(screen.queryByText(t('adminDashboard.chart'))).toBeNull()
})

it('today is compared with the same weekday of last week', async () => {
  Object.assign(dashboard.figures, {
    today: { day: '2026-11-20', orders: 12, cancelled: 3, revenue: 45_000, averageOrder: 5_000 },
    lastWeek: { day: '2026-11-13', orders: 10, cancelled: 0, revenue: 90_000, averageOrder: 9_000 },
  })
  const { container } = open()
  const today = await section(t('adminDashboard.today'))
  // Both days are Fridays.
  today.getByText(t('adminDashboard.compared', { weekday: 'cümə' }))
  const card = (label: string) => today.getByText(label).closest('div') as HTMLElement
  expect(card(t('adminDashboard.orders'))).toHaveTextContent('12+20 %')
  expect(card(t('adminDashboard.revenue'))).toHaveTextContent(`${plain(money(45_000))}−50 %`)
  expect(card(t('adminDashboard.cancelled'))).toHaveTextContent('25 %')
  // The mock has 14 new accounts today, and had 9 last week.
  await waitFor(() => expect(card(t('adminDashboard.accounts'))).toHaveTextContent('14+56 %'))
  expect(await violationsOf(container)).toEqual([])
})

it('the chart of a shop without sales ends at zero, not at one qəpik', async () => {
  dashboard.figures.days.forEach((day) => Object.assign(day, { orders: 0, revenue: 0 }))
  open()
  expect(await screen.findByRole('figure', { name: t('adminDashboard.chart') })).toHaveTextContent(plain(money(0)))
  expect(screen.queryByText(plain(money(1)))).toBeNull()
})

it('the chart has a bar for each day, and the table has the same figures', async () => {
  const { container } = open()
  // The table, with a header and 30 days, is inside a closed element.
  const table = within(await screen.findByRole('region', { name: t('adminDashboard.table'), hidden: true }))
  expect(table.getAllByRole('row', { hidden: true })).toHaveLength(31)
  const titles = () => [...container.querySelectorAll('rect title')].map(({ textContent }) => textContent ?? '')
  expect(titles()).toHaveLength(30)
  expect(plain(titles()[29] ?? '')).toContain(plain(money(dashboard.figures.days[29]?.revenue ?? 0)))
  await user.click(screen.getByRole('button', { name: t('adminDashboard.orders') }))
  expect(titles()[29]).toMatch(new RegExp(`: ${dashboard.figures.days[29]?.orders}$`))
  await user.click(screen.getByRole('button', { name: t('adminDashboard.revenue') }))
  expect(plain(titles()[29] ?? '')).toContain(plain(money(dashboard.figures.days[29]?.revenue ?? 0)))
  await user.click(screen.getByText(t('adminDashboard.table')))
  screen.getByRole('region', { name: t('adminDashboard.table') })
})

it('waiting work is listed with links', async () => {
  open()
  const waiting = await section(t('adminDashboard.waiting'))
  const late = await waiting.findByRole('link', { name: t('adminDashboard.task.late', { count: 2 }) })
  expect(late).toHaveAttribute('href', adminPaths.deliveries())
  expect(waiting.getByRole('link', { name: 'SQ-7K4M-29' })).toHaveAttribute('href', adminPaths.order('SQ-7K4M-29'))
  const parked = await waiting.findByRole('link', { name: t('adminDashboard.task.parked', { count: 2 }) })
  expect(parked).toHaveAttribute('href', adminPaths.system())
})

it('the first steps are listed while no product is published', async () => {
  server.use(http.get(`${BASE}/admin/products`, ({ request }) => cursorPage(request, [])))
  storeDesk.stores = []
  settings.office = { ...settings.office, taxNumber: '0000000000' }
  open()
  const steps = await section(t('adminDashboard.first.title'))
  const step = (id: 'seller' | 'store' | 'categories' | 'publish') =>
    steps.getByRole('link', { name: new RegExp(`^${t(`adminDashboard.first.step.${id}`)}`) })
  const done = `: ${t('adminDashboard.first.done')}`
  await waitFor(() => expect(step('categories')).toHaveTextContent(done))
  expect(step('seller').closest('li')).toHaveAttribute('aria-current', 'step')
  expect(step('store')).toHaveAttribute('href', adminPaths.newStore())
  expect(step('store')).not.toHaveTextContent(done)
  expect(step('publish')).toHaveAttribute('href', adminPaths.products({ state: 'draft' }))
})

it('the first steps disappear once a product is published', async () => {
  open()
  await section(t('adminDashboard.today'))
  await waitFor(() => expect(screen.queryByText(t('adminDashboard.loading'))).toBeNull())
  expect(screen.queryByRole('region', { name: t('adminDashboard.first.title') })).toBeNull()
})

it('offers a retry when loading fails', async () => {
  server.use(http.get(`${BASE}/admin/dashboard`, () => problem(403, 'forbidden', 'İcazəniz yoxdur'), { once: true }))
  open()
  await user.click(await screen.findByRole('button', { name: t('common.retry') }))
  await section(t('adminDashboard.today'))
})
