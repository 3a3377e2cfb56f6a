// Tests of the list of orders, the page of an order, and the courier sheet.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as CourierSheet } from '~admin/routes/courier-sheet'
import { Component as OrderPage } from '~admin/routes/order'
import { Component as OrdersPage } from '~admin/routes/orders'
import { Component as RefundsPage } from '~admin/routes/refunds'
import { BASE } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { windowsOf } from '~mock/orders-desk'
import { changeOrder, moveOrder, orderOf, orders } from '~mock/orders-state'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'
import { bakuDate } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { phoneText } from '~shared/lib/text'
import { useToasts } from '~shared/ui/toast-store'
import { Toaster } from '~shared/ui/toaster'
import type { ORDER_STATUSES } from './filter'

/** Orders of the mock: with goods of three stores, one that waits for a confirmation, a delivered one, and a cancelled and refunded one. */
const SPLIT = 'SQ-7K4M-29'
const WAITING = 'SQ-3HWD-81'
const DELIVERED = 'SQ-2F9T-63'
const REFUNDED = 'SQ-M4CX-17'
/** All orders of the mock fit on one page. */
const ORDER_COUNT = 14

const user = userEvent.setup({ delay: null })
const withToasts = (Page: () => React.ReactNode) => () => (
  <>
    <Page />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const open = (path = adminPaths.orders()) => openAt(path, { path: '/idare/sifarisler', Component: withToasts(OrdersPage) })
const openOrder = (code: string) => openAt(adminPaths.order(code), { path: '/idare/sifarisler/:code', Component: withToasts(OrderPage) })
const openSheet = (code: string) =>
  openAt(adminPaths.courierSheet(code), { path: '/idare/sifarisler/:code/kuryer', Component: CourierSheet })
const openRefunds = (state?: string) =>
  openAt(adminPaths.refunds(state), { path: '/idare/geri-odenisler', Component: withToasts(RefundsPage) })

const codes = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const announcement = (code: string, status: (typeof ORDER_STATUSES)[number]) =>
  screen.findByText(t('admin.moved', { code, status: t(`orders.status.${status}`) }))

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
  changeOrder(WAITING, () => ({ paymentStatus: 'paid' }))
})

it.each([
  ['orders', open],
  ['an order', () => openOrder(SPLIT)],
  ['a courier sheet', () => openSheet(SPLIT)],
  ['refunds', openRefunds],
])('%s is shown to operators only', async (_what, openPage) => {
  signInStaff({ roles: ['courier'], permissions: [] })
  openPage()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

describe('the list of orders', () => {
  it('filters by status, and shows the number of waiting orders', async () => {
    open()
    await waitFor(() => expect(codes()).toHaveLength(ORDER_COUNT))
    const waiting = screen.getByRole('link', { name: new RegExp(`^${t('orders.status.waiting')}`) })
    await waitFor(() => expect(waiting).toHaveTextContent('1'))
    await user.click(waiting)
    await waitFor(() => expect(codes()).toEqual([WAITING]))
    expect(waiting).toHaveAttribute('aria-current', 'page')
    screen.getByText(t('admin.count', { count: 1 }))
  })

  it.each([
    ['the beginning of a code in any notation', 'sq-2f', DELIVERED],
    ['a phone number in any spelling', '(055) 111-22-33', SPLIT],
    ['the beginning of a last name without diacritics', 'eliy', SPLIT],
  ])('finds orders by %s, which is in the address', async (_what, text, code) => {
    const { address } = open(adminPaths.orders({ status: orderOf(code)?.status }))
    await user.type(await screen.findByLabelText(t('admin.find')), `${text}{Enter}`)
    await waitFor(() => expect(codes()).toEqual([code]))
    expect(address()).toBe(adminPaths.orders({ status: orderOf(code)?.status, text }))
    // The field is the same one, so it keeps the focus.
    expect(screen.getByLabelText(t('admin.find'))).toHaveFocus()
    await user.click(screen.getByRole('link', { name: t('admin.clearFilter') }))
    await waitFor(() => expect(codes().length).toBeGreaterThan(1))
    expect(screen.getByLabelText(t('admin.find'))).toHaveValue('')
  })

  it('reports a text of one letter as too short, and shows all orders', async () => {
    open(adminPaths.orders({ text: 'a' }))
    expect(await screen.findByLabelText(t('admin.find'))).toHaveAccessibleDescription(t('errors.fields.too_short'))
    await waitFor(() => expect(codes()).toHaveLength(ORDER_COUNT))
  })

  it('filters by payment status and store, and keeps the other filters', async () => {
    const { address } = open(adminPaths.orders({ status: 'cancelled' }))
    await user.selectOptions(await screen.findByLabelText(t('admin.payment')), 'refunded')
    await waitFor(() => expect(address()).toBe(adminPaths.orders({ status: 'cancelled', payment: 'refunded' })))
    await waitFor(() => expect(codes()).toEqual([REFUNDED]))
    const { storeId = 0, name = '' } = orderOf(REFUNDED)?.stores[0] ?? {}
    const stores = screen.getByLabelText(t('admin.store'))
    await within(stores).findByRole('option', { name })
    await user.selectOptions(stores, name)
    const chosen = { status: 'cancelled', payment: 'refunded', storeId: String(storeId) }
    await waitFor(() => expect(address()).toBe(adminPaths.orders(chosen)))
    await waitFor(() => expect(codes()).toEqual([REFUNDED]))
    await user.selectOptions(screen.getByLabelText(t('admin.payment')), 'failed')
    await screen.findByRole('heading', { name: t('admin.empty') })
  })

  it('filters by delivery day and then by its windows, which another day resets', async () => {
    const from = orderOf(SPLIT)?.delivery?.from ?? ''
    const day = bakuDate(Date.parse(from))
    const window = windowsOf(day).find((window) => from >= window.from && from < window.until)
    const { address } = open()
    const field = await screen.findByLabelText(t('admin.deliverOn'))
    fireEvent.change(field, { target: { value: day } })
    await press(t('admin.findNow'))
    await waitFor(() => expect(codes()).toEqual([SPLIT]))
    const windows = await screen.findByLabelText(t('admin.window'))
    await within(windows).findAllByRole('option', { name: /Bakı/ })
    await user.selectOptions(windows, window?.slotId ?? '')
    await waitFor(() => expect(address()).toBe(adminPaths.orders({ deliverOn: day, window: window?.slotId })))
    await waitFor(() => expect(codes()).toEqual([SPLIT]))
    fireEvent.change(field, { target: { value: '2030-01-01' } })
    await press(t('admin.findNow'))
    await waitFor(() => expect(address()).toBe(adminPaths.orders({ deliverOn: '2030-01-01' })))
    await screen.findByRole('heading', { name: t('admin.empty') })
  })

  it('sends the days of the address as times in Baku, and leaves out invalid values', async () => {
    const sent: string[] = []
    server.use(
      http.get(`${BASE}/admin/orders`, ({ request }) => {
        sent.push(new URL(request.url).search)
      }),
    )
    open(adminPaths.orders({ since: '2026-12-01', until: '2026-12-03', deliverOn: '2026-02-31', storeId: 'x', status: 'lost' }))
    await screen.findByRole('heading', { name: t('admin.empty') })
    expect(new URLSearchParams(sent[0])).toEqual(
      new URLSearchParams({ limit: '20', since: '2026-11-30T20:00:00.000Z', until: '2026-12-03T20:00:00.000Z' }),
    )
  })

  it('loads more orders after the last one', async () => {
    orders.all = [...orders.all, ...orders.all.map((order) => ({ ...order, code: `${order.code}2` }))]
    open()
    await waitFor(() => expect(codes()).toHaveLength(20))
    await press(t('catalog.loadMore'))
    await waitFor(() => expect(codes()).toHaveLength(2 * ORDER_COUNT))
    expect(screen.queryByRole('button', { name: t('catalog.loadMore') })).toBeNull()
  })

  it('moves an order with one press, after which it leaves the filtered list', async () => {
    open(adminPaths.orders({ status: 'waiting' }))
    await press(new RegExp(`^${t('admin.move.confirmed')}`))
    await announcement(WAITING, 'confirmed')
    await screen.findByRole('heading', { name: t('admin.empty') })
    expect(orderOf(WAITING)?.status).toBe('confirmed')
  })

  it('asks for a confirmation before an order is marked as delivered', async () => {
    for (const status of ['handed_to_courier', 'on_the_way'] as const) moveOrder(SPLIT, status, { actor: '12' })
    open(adminPaths.orders({ status: 'on_the_way' }))
    await press(`${t('admin.move.delivered')}: ${SPLIT}`)
    expect(orderOf(SPLIT)?.status).toBe('on_the_way')
    await press(t('adminStaff.cancel'))
    await press(`${t('admin.move.delivered')}: ${SPLIT}`)
    await press(t('admin.confirmDelivered'))
    await announcement(SPLIT, 'delivered')
    expect(orderOf(SPLIT)?.status).toBe('delivered')
  })
})

describe('the courier sheet', () => {
  it('shows the phone, station and postcode of the address', async () => {
    const { unmount } = openOrder(SPLIT)
    const link = await screen.findByRole('link', { name: t('admin.courierSheet.open') })
    expect(link).toHaveAttribute('href', adminPaths.courierSheet(SPLIT))
    const delivery = within(screen.getByRole('region', { name: t('orders.delivery') }))
    const phone = delivery.getByRole('link', { name: `${t('orders.address.phone')}: ${phoneText('+994551112233')}` })
    expect(phone).toHaveAttribute('href', 'tel:+994551112233')
    delivery.getByText('Nəsimi, Bakı, AZ1010')
    delivery.getByText(t('orders.address.station', { name: 'Sahil' }))
    unmount()
    openSheet(SPLIT)
    const sheet = within(await screen.findByRole('article'))
    sheet.getByRole('heading', { level: 1, name: t('admin.courierSheet.title', { code: SPLIT }) })
    expect(sheet.getByText(t('orders.address.phone')).nextSibling).toHaveTextContent(phoneText('+994551112233').replaceAll('\u00a0', ' '))
    for (const text of ['Nəsimi, Bakı, AZ1010', t('orders.address.station', { name: 'Sahil' })]) sheet.getByText(text)
    sheet.getByText(t('admin.courierSheet.paid'))
    for (const { name } of orderOf(SPLIT)?.stores ?? []) sheet.getByRole('region', { name })
  })

  it('shows the amount of cash to collect', async () => {
    changeOrder(SPLIT, () => ({ paymentMethod: 'cash', paymentStatus: 'unpaid' }))
    openSheet(SPLIT)
    const label = await screen.findByText(t('admin.courierSheet.collect'))
    expect(label.nextSibling?.textContent).toBe(money(orderOf(SPLIT)?.amounts.total ?? 0))
    expect(screen.queryByText(t('admin.courierSheet.paid'))).toBeNull()
  })

  it('leaves out missing parts of the address', async () => {
    changeOrder(SPLIT, () => ({ address: { city: 'Bakı', street: 'Nizami küçəsi', building: '10A' } }))
    openSheet(SPLIT)
    await screen.findByRole('article')
    screen.getByText('Bakı')
    expect(screen.queryByText(t('orders.address.phone'))).toBeNull()
  })

  it('shows that an order does not exist', async () => {
    openSheet('SQ-0000-00')
    await screen.findByRole('heading', { level: 1, name: t('orders.notFound') })
  })
})

describe('an order', () => {
  const steps = (name: string) => within(screen.getByRole('list', { name: t('admin.moves', { name }) }))

  it('offers only the permitted statuses', async () => {
    openOrder(SPLIT)
    await screen.findByRole('heading', { level: 2, name: t('admin.next') })
    const offered = steps(t('admin.allStores')).getAllByRole('button')
    expect(offered.map(({ firstChild }) => firstChild?.textContent)).toEqual(
      ['handed_to_courier', 'searching_courier', 'cancelled'].map((move) => t(`admin.move.${move as 'cancelled'}`)),
    )
  })

  it('cannot be shipped before it is paid', async () => {
    changeOrder(WAITING, () => ({ paymentStatus: 'pending' }))
    openOrder(WAITING)
    await screen.findByText(t('admin.unpaid'))
    expect(steps(WAITING).getAllByRole('button')).toHaveLength(1)
    steps(WAITING).getByRole('button', { name: new RegExp(`^${t('admin.move.cancelled')}`) })
  })

  it('asks for a confirmation before it is marked as delivered', async () => {
    for (const status of ['handed_to_courier', 'on_the_way'] as const) moveOrder(SPLIT, status, { actor: '12' })
    openOrder(SPLIT)
    await press(`${t('admin.move.delivered')}: ${t('admin.allStores')}`)
    expect(orderOf(SPLIT)?.status).toBe('on_the_way')
    await press(t('admin.confirmDelivered'))
    await announcement(SPLIT, 'delivered')
    expect(orderOf(SPLIT)?.status).toBe('delivered')
  })

  it('can be moved store by store', async () => {
    openOrder(SPLIT)
    const [part] = orderOf(SPLIT)?.stores ?? []
    await user.click(await screen.findByText(t('admin.byStore')))
    await user.click(steps(part?.name ?? '').getByRole('button', { name: new RegExp(t('admin.move.handed_to_courier')) }))
    await waitFor(() =>
      expect(orderOf(SPLIT)?.stores.map(({ status }) => status)).toEqual(['handed_to_courier', 'courier_appointed', 'courier_appointed']),
    )
    const history = within(screen.getByRole('region', { name: t('admin.history') }))
    await history.findByText(`, ${part?.name}`)
  })

  it('requires a reason to cancel, which the shopper reads', async () => {
    openOrder(WAITING)
    await press(new RegExp(`^${t('admin.move.cancelled')}`))
    await press(t('admin.move.cancelled'))
    await waitFor(() => expect(screen.getByLabelText(t('admin.reason'))).toHaveAccessibleDescription(t('errors.fields.reason_required')))
    expect(orderOf(WAITING)?.status).toBe('waiting')
    await user.type(screen.getByLabelText(t('admin.reason')), 'Mağaza bağlıdır')
    await press(t('admin.move.cancelled'))
    await announcement(WAITING, 'cancelled')
    expect(orderOf(WAITING)?.statusHistory.at(-1)).toMatchObject({ status: 'cancelled', reason: 'Mağaza bağlıdır' })
    await waitFor(() => expect(screen.queryByRole('list', { name: t('admin.moves', { name: WAITING }) })).toBeNull())
  })

  it('shows who changed what', async () => {
    moveOrder(WAITING, 'confirmed', { actor: '8' })
    // This account is no longer one of the staff.
    moveOrder(WAITING, 'searching_courier', { actor: '99' })
    moveOrder(WAITING, 'cancelled', { actor: 'clock' })
    openOrder(WAITING)
    const history = within(await screen.findByRole('region', { name: t('admin.history') }))
    await history.findByText(/Tural İbrahimov/)
    const rows = history.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(rows[0]).toContain(t('admin.actor.clock'))
    expect(rows[1]).toContain(t('admin.actor.operator', { number: '99' }))
    expect(rows[2]).toContain('Tural İbrahimov')
    expect(rows[3]).toContain(t('admin.actor.shopper'))
  })

  it('shows the current status after another operator has moved it', async () => {
    openOrder(WAITING)
    const confirm = await screen.findByRole('button', { name: new RegExp(`^${t('admin.move.confirmed')}`) })
    moveOrder(WAITING, 'cancelled', { actor: 'shopper' })
    server.use(
      http.post(`${BASE}/admin/orders/:code/move`, () =>
        HttpResponse.json({ code: 'order_not_movable', detail: 'Sifariş artıq ləğv edilib.' }, { status: 409 }),
      ),
    )
    await user.click(confirm)
    await screen.findByText('Sifariş artıq ləğv edilib.')
    await waitFor(() => expect(confirm).not.toBeInTheDocument())
  })
})
