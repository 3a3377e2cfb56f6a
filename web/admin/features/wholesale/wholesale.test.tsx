import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as ListPage } from '~admin/routes/wholesale-list'
import { Component as RequestPage } from '~admin/routes/wholesale-request'
import { useToasts } from '~shared/ui/toast-store'
import { violationsOf } from '~mock/accessibility'
import { BASE, invalid, ok } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'
import { CODE, invoice, order, quote, request, TOKEN } from '~mock/wholesale-state'

const user = userEvent.setup({ delay: null })
const openAdmin = () => openAt(adminPaths.wholesaleRequest(CODE), { path: '/idare/topdan/:code', Component: RequestPage })
const field = (name: string) => screen.findByLabelText(new RegExp(`^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}( |$)`))
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const lastToast = () => useToasts.getState().toasts.at(-1)?.text
/** Amounts contain non-breaking spaces. */
const plainly = (text: string) => text.replaceAll('\u00a0', ' ')

/** The returned list grows with each request. */
function recordBodies(path: string, response: unknown) {
  const sent: { body: unknown; key: string | null }[] = []
  server.use(
    http.post(`${BASE}${path}`, async ({ request: received }) => {
      sent.push({ body: await received.json(), key: received.headers.get('idempotency-key') })
      return response instanceof Response ? response.clone() : ok(response)
    }),
  )
  return sent
}

describe('the back office', () => {
  const link = `http://shop.test/topdan-satis/${CODE}?token=${TOKEN}`

  beforeEach(() => signInStaff())

  it('lists requests with the amount due', async () => {
    server.use(
      http.get(`${BASE}/admin/wholesale`, () =>
        ok([request({ status: 'accepted', quote, order, invoice, link })], { page: 1, perPage: 20, total: 1, lastPage: 1 }),
      ),
    )
    const { container } = openAt(adminPaths.wholesale(), { path: '/idare/topdan', Component: ListPage })
    await screen.findByRole('heading', { level: 2, name: 'Xəzər Treyd MMC' })
    // The amount of the mock's invoice.
    screen.getByText(plainly(t('wholesale.admin.due', { amount: '2 020,00 ₼' })))
    expect(await violationsOf(container)).toEqual([])
  })

  it('sends a quote for the requested lines', async () => {
    server.use(http.get(`${BASE}/admin/wholesale/:code`, () => ok(request({ link }))))
    const sent = recordBodies('/admin/wholesale/:code/quote', request({ status: 'quoted', quote, link }))
    const { container } = openAdmin()
    const price = await field(t('wholesale.admin.quote.priceOf', { name: 'Badam konfeti' }))
    await press(t('wholesale.admin.quote.send'))
    expect(await screen.findByRole('alert')).toHaveFocus()
    expect(await violationsOf(container)).toEqual([])
    await user.type(price, '12,00')
    await user.type(await field(t('wholesale.admin.quote.deliveryFee')), '20')
    await press(t('wholesale.admin.quote.send'))
    await screen.findByText(t('wholesale.state.quoted'))
    expect(sent[0]?.body).toMatchObject({ lines: [{ productId: 7, count: 200, unitPrice: 1200 }], deliveryFee: 2000 })
  })

  it('sends a new quote after the first one, and refuses one without lines', async () => {
    server.use(http.get(`${BASE}/admin/wholesale/:code`, () => ok(request({ status: 'quoted', quote, link }))))
    const sent = recordBodies('/admin/wholesale/:code/quote', request({ status: 'quoted', quote: { ...quote, version: 3 }, link }))
    openAdmin()
    await press(t('wholesale.admin.quote.again'))
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ lines: [{ productId: 7, count: 200, unitPrice: 1200 }] }))
    await waitFor(() => expect(lastToast()).toBe(t('wholesale.admin.quote.sent')))
    await press(t('wholesale.form.remove', { name: 'Badam konfeti' }))
    expect(screen.queryByLabelText(t('wholesale.admin.quote.priceOf', { name: 'Badam konfeti' }))).toBeNull()
    await press(t('wholesale.admin.quote.again'))
    await screen.findByRole('alert')
    expect(sent).toHaveLength(1)
  })

  it('copies the link of the customer, or shows it when the browser forbids copying', async () => {
    server.use(http.get(`${BASE}/admin/wholesale/:code`, () => ok(request({ link }))))
    openAdmin()
    await press(t('wholesale.admin.copyLink'))
    expect(await navigator.clipboard.readText()).toBe(link)
    await waitFor(() => expect(lastToast()).toBe(t('wholesale.admin.copied')))
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    await press(t('wholesale.admin.copyLink'))
    await waitFor(() => expect(lastToast()).toBe(link))
  })

  it('reports a transfer whose reference was recorded before', async () => {
    server.use(http.get(`${BASE}/admin/wholesale/:code`, () => ok(request({ status: 'accepted', quote, order, invoice, link }))))
    const sent = recordBodies('/admin/wholesale/:code/transfers', invalid('reference', 'duplicate', 'Bu nömrə artıq var'))
    openAdmin()
    await user.type(await field(t('wholesale.admin.transfer.reference')), 'B-1')
    await press(t('wholesale.admin.transfer.enter'))
    await waitFor(async () =>
      expect(await field(t('wholesale.admin.transfer.reference'))).toHaveAccessibleDescription('Bu nömrə artıq var'),
    )
    await press(`${t('wholesale.admin.transfer.reference')}: Bu nömrə artıq var`)
    expect(await field(t('wholesale.admin.transfer.reference'))).toHaveFocus()
    // The amount due is the default.
    expect(sent[0]?.body).toMatchObject({ direction: 'in', amount: 202_000, reference: 'B-1' })
  })

  it('cancels a request with a reason', async () => {
    server.use(http.get(`${BASE}/admin/wholesale/:code`, () => ok(request({ link }))))
    const sent = recordBodies('/admin/wholesale/:code/cancel', request({ status: 'cancelled', link }))
    openAdmin()
    await press(t('wholesale.admin.cancel.open'))
    await press(t('admin.back'))
    expect(screen.queryByLabelText(t('wholesale.admin.cancel.reason'))).toBeNull()
    await press(t('wholesale.admin.cancel.open'))
    await press(t('wholesale.admin.cancel.submit'))
    const reason = await field(t('wholesale.admin.cancel.reason'))
    expect(reason).toHaveAccessibleDescription(t('errors.fields.reason_required'))
    await user.type(reason, 'Stok bitdi')
    await press(t('wholesale.admin.cancel.submit'))
    await screen.findAllByText(t('wholesale.state.cancelled'))
    expect(sent[0]?.body).toEqual({ reason: 'Stok bitdi' })
  })
})
