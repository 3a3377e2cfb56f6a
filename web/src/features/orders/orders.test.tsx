// Tests of the order pages: history, status, payment, cancelling and the receipt. refunds.test.tsx tests refunds.

import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { money } from '~shared/i18n/format'
import { leave } from '~/lib/leave'
import { ORDER_PAGE, paths } from '~shared/lib/paths'
import { Component as OrderPage } from '~/routes/orders/order'
import { Component as Orders } from '~/routes/orders/history'
import { Component as ReceiptPage } from '~/routes/orders/receipt'
import { useToasts } from '~shared/ui/toast-store'
import { Toaster } from '~shared/ui/toaster'
import { BASE } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { changeOrder, moveOrder, orderOf, orders } from '~mock/orders-state'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import { state } from '~mock/state'

vi.mock('~/lib/leave')

// Orders of the mock.
const ON_ITS_WAY = 'SQ-7K4M-29'
const UNPAID = 'SQ-3HWD-81'
const DELIVERED = 'SQ-2F9T-63'

const user = userEvent.setup({ delay: null })
/** The shop's layout shows the toasts of a page. */
const withToasts = (Page: () => React.ReactNode) => () => (
  <>
    <Page />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const openAll = () => openAt(paths.orders(), { path: '/profil/sifaris-tarixcesi', Component: withToasts(Orders) })
const open = (path: string) => openAt(path, { path: '/profil/sifaris-tarixcesi/:code', Component: withToasts(OrderPage) })
const openAfterBank = (code: string) => open(`${paths.order(code)}?${ORDER_PAGE.bankParam}=${ORDER_PAGE.fromBank}`)

const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')
const orderByCode = (code: string) => orderOf(code) ?? orders.all[0]!
const statusText = (status: Parameters<typeof moveOrder>[1]) => t(`orders.status.${status}`)

/** The mock still responds to the recorded requests. */
function recordRequests(path: string) {
  const sent: { body: unknown; key: string | null }[] = []
  server.use(
    http.post(`${BASE}${path}`, async ({ request }) => {
      sent.push({ body: await request.clone().json(), key: request.headers.get('idempotency-key') })
    }),
  )
  return sent
}

beforeEach(() => {
  signIn()
  useToasts.setState({ toasts: [] })
  vi.mocked(leave).mockClear()
})

describe('the history', () => {
  const cards = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

  it('shows orders, and appends older ones', async () => {
    openAll()
    await waitFor(() => expect(cards(), 'one page').toHaveLength(10))
    expect(screen.getByRole('link', { name: ON_ITS_WAY })).toHaveAttribute('href', paths.order(ON_ITS_WAY))
    await press(t('catalog.loadMore'))
    await waitFor(() => expect(cards()).toEqual(orders.all.map(({ code }) => code)))
    expect(screen.queryByRole('button', { name: t('catalog.loadMore') })).toBeNull()
  })

  it('links to the shop when there is none', async () => {
    orders.all = []
    openAll()
    await screen.findByRole('heading', { level: 1, name: t('orders.empty') })
    expect(screen.getByRole('link', { name: t('common.toShop') })).toHaveAttribute('href', paths.home())
  })

  it('puts the lines of an order into the cart', async () => {
    openAll()
    await press(t('orders.reorder.of', { code: ON_ITS_WAY }))
    await screen.findByText(t('orders.reorder.done', { count: 4 }))
    expect(
      state.cart.map(({ count }) => count),
      'the lines of the order',
    ).toEqual([1, 2, 1])
  })

  it('names lines that are no longer available', async () => {
    openAll()
    await press(t('orders.reorder.of', { code: DELIVERED }))
    const sheet = within(await screen.findByRole('dialog', { name: t('orders.reorder.partly') }))
    sheet.getByText(orderByCode(DELIVERED).lines[1]?.name ?? '')
    expect(sheet.queryByText(orderByCode(DELIVERED).lines[0]?.name ?? '')).toBeNull()
    expect(sheet.getByRole('link', { name: t('common.cart.view') })).toHaveAttribute('href', paths.cart())
  })
})

describe('an order', () => {
  const currentStep = () => screen.getByRole('list', { name: t('orders.timeline') }).querySelector('[aria-current=step]')?.textContent

  it('shows a confirmation and the delivery after it was placed', async () => {
    open(paths.placedOrder(ON_ITS_WAY))
    await screen.findByRole('heading', { name: t('orders.thanks.title') })
    screen.getByRole('button', { name: t('orders.copyCode', { code: ON_ITS_WAY }) })
    screen.getByText(t('orders.thanks.forOther', { name: 'Nigar' }), { exact: false })
  })

  it('updates its status without a reload, and announces it', async () => {
    open(paths.order(ON_ITS_WAY))
    await screen.findByText(t('orders.live'))
    expect(currentStep()).toContain(statusText('courier_appointed'))
    moveOrder(ON_ITS_WAY, 'handed_to_courier', { actor: '12' })
    await waitFor(() => expect(currentStep()).toContain(statusText('handed_to_courier')))
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      t('orders.nowIs', { status: statusText('handed_to_courier') }),
    )
  })

  it('is polled while the stream is down', async () => {
    server.use(http.get(`${BASE}/order/:code/track`, () => HttpResponse.error()))
    openAfterBank(UNPAID)
    await screen.findByText(t('orders.polled'))
    changeOrder(UNPAID, () => ({ paymentStatus: 'paid' }))
    await screen.findByRole('heading', { name: t('orders.pay.paid') })
  })

  it("shows the status of each store's part", async () => {
    const [first] = orderByCode(ON_ITS_WAY).stores
    moveOrder(ON_ITS_WAY, 'handed_to_courier', { actor: '12', storeId: first?.storeId })
    open(paths.order(ON_ITS_WAY))
    const parts = within(await screen.findByRole('region', { name: t('orders.lines') }))
    parts.getByText(statusText('handed_to_courier'))
    expect(parts.getAllByText(statusText('courier_appointed')), 'the other two stores').toHaveLength(2)
  })

  it('offers to write reviews after delivery', async () => {
    open(paths.order(DELIVERED))
    const links = await screen.findAllByRole('link', { name: new RegExp(t('orders.review')) })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(orderByCode(DELIVERED).lines.map(({ slug }) => paths.writeReview(slug)))
    screen.getByText(t('orders.refunds.answer', { answer: orderByCode(DELIVERED).refunds[0]?.answer ?? '' }))
  })

  it('shows a link to the orders when it does not exist', async () => {
    open(paths.order('SQ-0000-00'))
    await screen.findByRole('heading', { level: 1, name: t('orders.notFound') })
    expect(screen.getByRole('link', { name: t('account.orders.title') })).toHaveAttribute('href', paths.orders())
  })
})

describe('paying', () => {
  it('waits for the result of the bank, and shows it', async () => {
    changeOrder(UNPAID, () => ({ paymentStatus: 'pending' }))
    openAfterBank(UNPAID)
    await screen.findByRole('heading', { name: t('orders.pay.asking') })
    expect(screen.queryByRole('radio')).toBeNull()
    changeOrder(UNPAID, () => ({ paymentStatus: 'failed' }))
    await screen.findByRole('heading', { name: t('orders.pay.failed') })
    changeOrder(UNPAID, () => ({ paymentStatus: 'paid' }))
    await screen.findByRole('heading', { name: t('orders.pay.paid') })
  })

  it('is repeated in instalments, at the bank', async () => {
    const sent = recordRequests('/order/:code/pay')
    openAfterBank(UNPAID)
    await user.click(await screen.findByRole('radio', { name: t('orders.method.installment') }))
    await user.selectOptions(screen.getByLabelText(t('orders.pay.plan')), '12')
    await press(new RegExp(plain(t('orders.pay.submit', { total: '' }))?.trim() ?? ''))
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://bank.example/pay'))
    expect(sent).toEqual([{ body: { paymentMethod: 'installment', months: 12 }, key: expect.stringMatching(/^[\da-f]{32}$/) }])
  })

  it('with an unknown result is requested under the same key', async () => {
    const keys: (string | null)[] = []
    server.use(
      http.post(`${BASE}/order/:code/pay`, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        return keys.length === 1 ? HttpResponse.error() : undefined
      }),
    )
    open(paths.order(UNPAID))
    await user.click(await screen.findByRole('radio', { name: t('orders.method.cash') }))
    await press(t('orders.pay.cash'))
    await screen.findByText(t('common.failure.network'))
    await press(t('orders.pay.cash'))
    await screen.findByText(t('orders.pay.cashAgreed'))
    expect(keys[1]).toBe(keys[0])
    await waitFor(() => expect(screen.queryByRole('radio')).toBeNull())
    expect(orderByCode(UNPAID).paymentMethod).toBe('cash')
  })
})

describe('cancelling', () => {
  it('shows what happens to the payment, accepts a reason, and updates at once', async () => {
    const sent = recordRequests('/order/:code/cancel')
    changeOrder(UNPAID, () => ({ paymentStatus: 'paid' }))
    open(paths.order(UNPAID))
    await press(t('orders.cancel.open'))
    const sheet = within(await screen.findByRole('dialog', { name: t('orders.cancel.title', { code: UNPAID }) }))
    sheet.getByText(t('orders.cancel.paid', { amount: money(orderByCode(UNPAID).amounts.total) }), { normalizer: (text) => text })
    await user.click(sheet.getByRole('button', { name: t('orders.cancel.why.mind') }))
    await user.click(sheet.getByRole('button', { name: t('orders.cancel.submit') }))
    await screen.findByText(t('orders.cancel.done'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent[0]?.body).toEqual({ reason: t('orders.cancel.why.mind') })
    screen.getByRole('heading', { level: 2, name: statusText('cancelled') })
    await waitFor(() => expect(screen.queryByRole('button', { name: t('orders.cancel.open') })).toBeNull())
  })

  it('“back” closes the confirmation and leaves the order unchanged', async () => {
    const sent = recordRequests('/order/:code/cancel')
    const { router, address } = open(paths.order(UNPAID))
    await press(t('orders.cancel.open'))
    await screen.findByRole('dialog', { name: t('orders.cancel.title', { code: UNPAID }) })
    await act(() => router.navigate(-1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe(paths.order(UNPAID))
    expect(sent).toEqual([])
    expect(orderByCode(UNPAID).status).toBe('waiting')
  })

  it("shows the server's text when it is too late", async () => {
    open(paths.order(UNPAID))
    await press(t('orders.cancel.open'))
    server.use(
      http.post(`${BASE}/order/:code/cancel`, () =>
        HttpResponse.json({ code: 'order_not_cancellable', detail: 'Kuryer artıq yoldadır.' }, { status: 409 }),
      ),
    )
    await press(t('orders.cancel.submit'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Kuryer artıq yoldadır.')
  })
})

describe('the receipt', () => {
  it('shows sellers, amounts and tax, and can be printed', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    openAt(paths.receipt(ON_ITS_WAY), { path: '/profil/sifaris-tarixcesi/:code/qebz', Component: ReceiptPage })
    await screen.findByRole('heading', { level: 1, name: t('orders.receipt.title', { code: ON_ITS_WAY }) })
    const { stores, amounts } = orderByCode(ON_ITS_WAY)
    for (const { name } of stores) screen.getByRole('table', { name: t('orders.receipt.seller', { name }) })
    expect(screen.getByText(t('orders.amounts.vat')).nextSibling).toHaveTextContent(plain(money(amounts.vat)) ?? '')
    expect(screen.getByText(t('orders.amounts.total')).nextSibling).toHaveTextContent(plain(money(amounts.total)) ?? '')
    await press(t('orders.receipt.print'))
    expect(print).toHaveBeenCalledOnce()
  })

  it('shows the phone, station and postcode of the address', async () => {
    openAt(paths.receipt(ON_ITS_WAY), { path: '/profil/sifaris-tarixcesi/:code/qebz', Component: ReceiptPage })
    const label = await screen.findByText(t('orders.address.title'))
    expect(label.nextSibling).toHaveTextContent(`Nəsimi, Bakı, AZ1010, ${t('orders.address.station', { name: 'Sahil' })}, +994551112233`)
  })
})
