// Tests of the wholesale form, and of the page of a request with its quote.

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import * as leaving from '~/lib/leave'
import { Component as Form } from '~/routes/wholesale/ask'
import { Component as Request } from '~/routes/wholesale/request'
import { products } from '~mock/catalogue'
import { BASE, invalid, ok, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { CODE, invoice, order, quote, request, TOKEN } from '~mock/wholesale-state'
import type { WholesaleRequest } from '~shared/api/types'
import { wholesalePaths } from '~shared/lib/paths'

const user = userEvent.setup({ delay: null })
const openForm = (path = wholesalePaths.form()) => openAt(path, { path: '/topdan-satis', Component: Form })
const openRequest = (token = TOKEN) => openAt(wholesalePaths.request(CODE, token), { path: '/topdan-satis/:code', Component: Request })
const field = (name: string) => screen.findByLabelText(new RegExp(`^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}( |$)`))
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const withPlainSpaces = (text: string) => text.replaceAll('\u00a0', ' ')

/** The server returns the request only to the holder of the token. */
const respondWithRequest = (shown: WholesaleRequest) =>
  server.use(
    http.get(`${BASE}/wholesale/:code`, ({ request: incoming }) =>
      new URL(incoming.url).searchParams.get('token') === TOKEN
        ? ok(shown)
        : problem(404, 'wholesale_not_found', t('errors.wholesale_not_found.detail')),
    ),
  )

function recordBodies(path: string, response: unknown) {
  const sent: { body: unknown; key: string | null }[] = []
  server.use(
    http.post(`${BASE}${path}`, async ({ request: incoming }) => {
      sent.push({ body: await incoming.json(), key: incoming.headers.get('idempotency-key') })
      return response instanceof Response ? response.clone() : ok(response)
    }),
  )
  return sent
}

async function expectAccessible(container: HTMLElement) {
  // jsdom has no layout for contrast, and the component has no landmarks of a page. Other tests check both.
  const skippedRules = { 'color-contrast': { enabled: false }, region: { enabled: false } }
  const { violations } = await axe.run(container, { rules: skippedRules })
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
}

describe('the form', () => {
  it('reports missing fields, and a VÖEN of nine digits', async () => {
    const { container } = openForm()
    await user.type(await field(t('wholesale.form.companyName')), 'Xəzər')
    await user.type(await field(t('wholesale.form.voen')), '123456789')
    await press(t('wholesale.form.send'))
    expect(await screen.findByRole('alert')).toHaveFocus()
    expect(await field(t('wholesale.form.voen'))).toHaveAccessibleDescription(t('errors.fields.invalid_tax_number'))
    expect(await field(t('wholesale.form.name'))).toHaveAccessibleDescription(t('errors.fields.required'))
    expect(await field(t('wholesale.form.phoneNumber'))).toHaveAccessibleDescription(t('errors.fields.required'))
    expect(await field(t('wholesale.form.lines'))).toHaveAccessibleDescription(t('errors.fields.required'))
    await expectAccessible(container)
  })

  it('sends the product of the previous page, once under one key, and leads to the request', async () => {
    const product = products.find(({ sizes }) => !sizes?.length)
    if (!product) throw new Error('the mock needs a product without sizes')
    const sent = recordBodies('/wholesale', { code: CODE, status: 'requested', token: TOKEN })
    const { address } = openForm(wholesalePaths.form(product.slug))
    // “Say” means “count”. The product's name comes before it.
    const count = await screen.findByRole('textbox', { name: /: say$/ })
    await user.type(count, '0')
    await user.type(await field(t('wholesale.form.name')), 'Aygün')
    await user.type(await field(t('wholesale.form.phoneNumber')), '0501234567')
    await press(t('wholesale.form.send'))
    expect(await field(t('wholesale.form.lines'))).toHaveAccessibleDescription(t('errors.fields.out_of_range'))
    await user.clear(count)
    await user.type(count, '200')
    await press(t('wholesale.form.send'))
    await waitFor(() => expect(address()).toBe(wholesalePaths.request(CODE, TOKEN)))
    expect(sent).toEqual([
      {
        body: { name: 'Aygün', phoneNumber: '0501234567', lines: [{ productId: product.id, count: 200 }] },
        key: expect.stringMatching(/^[\da-f]{32}$/),
      },
    ])
  })

  it("shows the server's words beside the field", async () => {
    recordBodies('/wholesale', invalid('lines[0].productId', 'unknown_value', 'Belə məhsul yoxdur'))
    openForm()
    await user.type(await field(t('wholesale.form.text')), 'Yüz buket')
    await user.type(await field(t('wholesale.form.name')), 'Aygün')
    await user.type(await field(t('wholesale.form.phoneNumber')), '0501234567')
    await press(t('wholesale.form.send'))
    await waitFor(async () => expect(await field(t('wholesale.form.lines'))).toHaveAccessibleDescription('Belə məhsul yoxdur'))
  })
})

describe('the page of a request', () => {
  it('opens by its link alone', async () => {
    respondWithRequest(request())
    openRequest('wrong')
    await screen.findByRole('heading', { name: t('errors.wholesale_not_found.title') })
  })

  it('shows the quote, and accepts the version that was read', async () => {
    respondWithRequest(request({ status: 'quoted', quote }))
    const sent = recordBodies('/wholesale/:code/accept', { request: request({ status: 'accepted', quote, order, invoice }) })
    const { container } = openRequest()
    await screen.findByText(withPlainSpaces('2 420,00 ₼'))
    expect(screen.getByRole('link', { name: t('wholesale.quote.file') })).toHaveAttribute(
      'href',
      `/api/v1/wholesale/${CODE}/quote.pdf?token=${TOKEN}`,
    )
    await expectAccessible(container)
    await press(/^Qəbul et/)
    expect(await screen.findByRole('alert')).toHaveFocus()
    await user.type(await field(t('wholesale.accept.city')), 'Bakı')
    await user.type(await field(t('wholesale.accept.postcode')), '1010')
    await user.type(await field(t('wholesale.accept.street')), 'Nizami')
    await user.type(await field(t('wholesale.accept.building')), '10')
    respondWithRequest(request({ status: 'accepted', quote, order, invoice }))
    await press(/^Qəbul et/)
    await screen.findByText('TS-2026-000001')
    expect(sent).toEqual([
      {
        body: {
          token: TOKEN,
          version: 2,
          paymentMethod: 'transfer',
          address: { city: 'Bakı', street: 'Nizami', building: '10', postcode: '1010' },
        },
        key: expect.stringMatching(/^[\da-f]{32}$/),
      },
    ])
    expect(screen.getByRole('link', { name: t('wholesale.pay.file') })).toHaveAttribute(
      'href',
      `/api/v1/wholesale/${CODE}/invoice.pdf?token=${TOKEN}`,
    )
    // After a partial transfer, paying by card would charge the full amount.
    expect(screen.queryByRole('button', { name: /^Kartla ödə/ })).toBeNull()
  })

  it('leads to the bank for payment by card', async () => {
    const leaveShop = vi.spyOn(leaving, 'leave').mockImplementation(() => {})
    respondWithRequest(request({ status: 'accepted', quote, order: { ...order, paymentMethod: 'card' } }))
    recordBodies('/wholesale/:code/pay', { request: request(), payment: { status: 'pending', redirectUrl: 'https://bank.example/pay' } })
    openRequest()
    await press(/^Kartla ödə/)
    await waitFor(() => expect(leaveShop).toHaveBeenCalledWith('https://bank.example/pay'))
  })

  it('says that only companies pay by transfer, and that a quote has expired', async () => {
    respondWithRequest(request({ status: 'quoted', quote, voen: undefined, companyName: undefined }))
    recordBodies('/wholesale/:code/accept', problem(409, 'wholesale_quote_expired', t('errors.wholesale_quote_expired.detail')))
    openRequest()
    expect(await screen.findByText(t('wholesale.accept.company'))).toBeVisible()
    for (const [name, typed] of [
      ['city', 'Bakı'],
      ['postcode', '1010'],
      ['street', 'Nizami'],
      ['building', '10'],
    ] as const)
      await user.type(await field(t(`wholesale.accept.${name}`)), typed)
    await press(/^Qəbul et/)
    expect(await screen.findByRole('alert')).toHaveTextContent(t('errors.wholesale_quote_expired.detail'))
  })

  it('declines after a confirmation', async () => {
    respondWithRequest(request({ status: 'quoted', quote }))
    const sent = recordBodies('/wholesale/:code/decline', request({ status: 'declined', quote }))
    openRequest()
    await press(t('wholesale.decline.open'))
    await user.type(await field(t('wholesale.decline.reason')), 'Bahadır')
    respondWithRequest(request({ status: 'declined', quote }))
    await press(t('wholesale.decline.submit'))
    await screen.findByText(t('wholesale.stateText.declined'))
    expect(sent.map(({ body }) => body)).toEqual([{ token: TOKEN, reason: 'Bahadır' }])
  })
})
