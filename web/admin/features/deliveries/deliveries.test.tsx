import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addDays } from '~admin/lib/days'
import { adminPaths } from '~admin/paths'
import { Component as DeliveriesPage } from '~admin/routes/deliveries'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { windowsOf } from '~mock/orders-desk'
import { changeOrder, orderOf } from '~mock/orders-state'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'
import { timeOfDay } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'

/** Orders of the mock: one with goods of several stores, and one that waits for a confirmation. */
const SPLIT = 'SQ-7K4M-29'
const WAITING = 'SQ-3HWD-81'
/** A day without orders. The tests move both orders to it. */
const DAY = '2020-06-15'
const [EARLY, LATE] = [`${DAY}T06:00:00Z`, `${DAY}T10:00:00Z`]

const user = userEvent.setup({ delay: null })
const open = (day?: string) => openAt(adminPaths.deliveries(day), { path: '/idare/catdirilmalar', Component: DeliveriesPage })
/** The section of the window that contains the time. */
const region = (from: string) => {
  const window = windowsOf(DAY).find((window) => from >= window.from && from < window.until)
  if (!window) throw new Error(`no window at ${from}`)
  return screen.findByRole('region', { name: `${timeOfDay(window.from)}–${timeOfDay(window.until)}, Bakı` })
}

beforeEach(() => {
  signInStaff()
  changeOrder(SPLIT, () => ({ delivery: { from: LATE, until: LATE } }))
  changeOrder(WAITING, () => ({ delivery: { from: EARLY, until: EARLY }, paymentMethod: 'cash', paymentStatus: 'unpaid' }))
})

afterEach(() => void vi.useRealTimers())

it('the page is shown only to staff with the permission', async () => {
  signInStaff({ roles: ['courier'], permissions: [] })
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

it('each window lists its orders with what a courier needs', async () => {
  open(DAY)
  await region(EARLY)
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([WAITING, SPLIT])
  const early = within(await region(EARLY))
  early.getByText(t('admin.deliveries.booked', { booked: 1, capacity: 60 }))
  early.getByText(t('orders.status.waiting'))
  const total = money(orderOf(WAITING)?.amounts.total ?? 0)
  expect(early.getByText(t('admin.courierSheet.collect')).nextSibling?.textContent).toBe(total)
  expect(early.getByRole('link', { name: WAITING })).toHaveAttribute('href', adminPaths.order(WAITING))

  const late = within(await region(LATE))
  late.getByText('Nigar Əliyeva')
  expect(late.getByRole('link', { name: /^\+994\s55\s111\s22\s33$/ })).toHaveAttribute('href', 'tel:+994551112233')
  late.getByText('Nəsimi, Bakı')
  late.getByText(
    orderOf(SPLIT)
      ?.stores.map(({ name }) => name)
      .join(', ') ?? '',
  )
  late.getByText(t('orders.units', { count: 4 }))
  expect(late.queryByText(t('admin.courierSheet.collect')), 'it is paid by card').toBeNull()
  const slotId = windowsOf(DAY).find(({ from, until }) => LATE >= from && LATE < until)?.slotId
  expect(late.getByRole('link', { name: new RegExp(t('admin.deliveries.asList')) })).toHaveAttribute(
    'href',
    adminPaths.orders({ deliverOn: DAY, window: slotId }),
  )
  const totals = [
    t('admin.deliveries.orders', { count: 2 }),
    t('orders.units', { count: 5 }),
    t('admin.deliveries.cash', { amount: total }),
  ]
  screen.getByText(totals.join(', ').replaceAll(/\s/g, ' '))
  screen.getByText(t('admin.deliveries.emptyWindows', { count: 4 }))
})

it('the page shows today by default, with links to other days', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${DAY}T21:00:00Z`) })
  // It is the next day in Baku.
  const today = addDays(DAY, 1)
  const { address } = open()
  expect(await screen.findByLabelText(t('admin.deliveries.day'))).toHaveValue(today)
  await screen.findByRole('heading', { name: t('admin.deliveries.empty') })
  expect(screen.queryByRole('link', { name: t('admin.deliveries.today') })).toBeNull()
  await user.click(screen.getByRole('link', { name: t('admin.deliveries.previous') }))
  expect(address()).toBe(adminPaths.deliveries(DAY))
  await region(EARLY)
  await user.click(screen.getByRole('link', { name: t('admin.deliveries.next') }))
  await user.click(screen.getByRole('link', { name: t('admin.deliveries.next') }))
  expect(screen.getByLabelText(t('admin.deliveries.day'))).toHaveValue(addDays(DAY, 2))
  await user.click(screen.getByRole('link', { name: t('admin.deliveries.today') }))
  expect(address()).toBe(adminPaths.deliveries())
})

it('a chosen day is shown, but not a day whose year is half typed', async () => {
  const { address } = open(DAY)
  const field = await screen.findByLabelText(t('admin.deliveries.day'))
  fireEvent.change(field, { target: { value: '0202-06-16' } })
  expect(address()).toBe(adminPaths.deliveries(DAY))
  fireEvent.change(field, { target: { value: '2020-06-16' } })
  await waitFor(() => expect(address()).toBe(adminPaths.deliveries('2020-06-16')))
  expect(screen.getByLabelText(t('admin.deliveries.day'))).toBe(field)
})

it('prints the day', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  open(DAY)
  await user.click(await screen.findByRole('button', { name: t('admin.deliveries.print') }))
  expect(print).toHaveBeenCalledOnce()
})

it('loads again after a failure', async () => {
  server.use(http.get(`${BASE}/admin/deliveries`, () => problem(403, 'forbidden', 'İcazəniz yoxdur'), { once: true }))
  open(DAY)
  await user.click(await screen.findByRole('button', { name: t('common.retry') }))
  await region(EARLY)
})
