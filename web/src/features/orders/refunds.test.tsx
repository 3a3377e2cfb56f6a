// Tests of the refund form on an order's page, and of orders that were partly paid with bonuses.

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { Component as OrderPage } from '~/routes/orders/order'
import { Component as ReceiptPage } from '~/routes/orders/receipt'
import { BASE, invalid } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { changeOrder, orderOf, orders } from '~mock/orders-state'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { useToasts } from '~shared/ui/toast-store'

/** A delivered order of the mock. */
const DELIVERED = 'SQ-2F9T-63'

const user = userEvent.setup({ delay: null })
const open = (path: string) => openAt(path, { path: '/profil/sifaris-tarixcesi/:code', Component: OrderPage })
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')
const delivered = () => orderOf(DELIVERED) ?? orders.all[0]!

const openForm = async () => {
  open(paths.order(DELIVERED))
  await user.click(await screen.findByRole('button', { name: t('orders.refund.open') }))
  return within(await screen.findByRole('dialog', { name: t('orders.refund.title') }))
}
type Form = Awaited<ReturnType<typeof openForm>>
const chooseGround = (form: Form, ground: 'faulty' | 'changed_mind') =>
  user.click(form.getByRole('radio', { name: t(`orders.refund.grounds.${ground}`) }))
const chooseBroken = (form: Form) => user.click(form.getByRole('button', { name: t('orders.refund.why.broken') }))
const submit = (form: Form) => user.click(form.getByRole('button', { name: t('orders.refund.submit') }))
const amount = () => plain(screen.getByRole('dialog').querySelector('output.text-good')?.textContent ?? '')

function recordRefunds() {
  const sent: { body: unknown; key: string | null }[] = []
  server.use(
    http.post(`${BASE}/order/:code/refund`, async ({ request }) => {
      sent.push({ body: await request.clone().json(), key: request.headers.get('idempotency-key') })
    }),
  )
  return sent
}

beforeEach(() => {
  signIn()
  useToasts.setState({ toasts: [] })
})

describe('requesting a refund', () => {
  it('requires a reason, and shows the amount before', async () => {
    const sent = recordRefunds()
    const form = await openForm()
    form.getByText(t('orders.refund.groundFirst'))
    await chooseGround(form, 'faulty')
    expect(amount()).toBe(plain(money(delivered().amounts.total)))
    await submit(form)
    await waitFor(() =>
      expect(form.getByLabelText(t('orders.refund.reason'))).toHaveAccessibleDescription(t('errors.fields.reason_required')),
    )
    expect(sent).toEqual([])
    await chooseBroken(form)
    await submit(form)
    await screen.findByText(t('orders.refunds.requested'))
    expect(sent).toEqual([
      { body: { ground: 'faulty', reason: t('orders.refund.why.broken') }, key: expect.stringMatching(/^[\da-f]{32}$/) },
    ])
    await waitFor(() => expect(screen.queryByRole('button', { name: t('orders.refund.open') })).toBeNull())
  })

  it('uploads up to five pictures, and leaves out a removed one', async () => {
    const sent = recordRefunds()
    const form = await openForm()
    await chooseGround(form, 'faulty')
    const photo = (name: string) => new File(['bytes'], name, { type: 'image/jpeg' })
    await user.upload(
      form.getByLabelText(t('orders.refund.addPhotos')),
      [1, 2, 3].map((number) => photo(`${number}.jpg`)),
    )
    await form.findByRole('img', { name: t('orders.refund.photo', { n: 3 }) })
    server.use(http.post(`${BASE}/user/pictures`, () => invalid('picture', 'unsupported_picture', 'Bu fayl şəkil deyil.'), { once: true }))
    await user.upload(form.getByLabelText(t('orders.refund.addPhotos')), [photo('no-picture.jpg')])
    await expect.poll(() => useToasts.getState().toasts.map(({ text }) => text)).toContain('Bu fayl şəkil deyil.')
    expect(form.queryByRole('img', { name: t('orders.refund.photo', { n: 4 }) }), 'the others stay').toBeNull()
    await user.click(form.getByRole('button', { name: t('orders.refund.removePhoto', { n: 2 }) }))
    await chooseBroken(form)
    await submit(form)
    await screen.findByText(t('orders.refunds.requested'))
    const pictures = ['/media/00000001/640.webp', '/media/00000003/640.webp']
    expect(sent).toMatchObject([{ body: { ground: 'faulty', reason: t('orders.refund.why.broken'), pictures } }])
    expect(screen.getByRole('img', { name: t('orders.refund.photo', { n: 2 }) })).toBeVisible()
  })

  it('for a part counts the chosen units', async () => {
    const sent = recordRefunds()
    const form = await openForm()
    await chooseGround(form, 'changed_mind')
    await user.click(form.getByRole('radio', { name: t('orders.refund.part') }))
    form.getByText(t('orders.refund.chooseFirst'))
    const [line] = delivered().lines
    const more = form.getByRole('button', { name: t('orders.refund.more', { name: line?.name ?? '' }) })
    await user.click(more)
    await user.click(more)
    expect(amount()).toBe(plain(money((line?.unitPrice ?? 0) * 2)))
    await user.click(more)
    expect(more).toBeDisabled()
    await user.click(form.getByRole('button', { name: t('orders.refund.less', { name: line?.name ?? '' }) }))
    await user.type(form.getByLabelText(t('orders.refund.reason')), 'Biri sınıb')
    await submit(form)
    await screen.findByText(t('orders.refunds.requested'))
    expect(sent[0]?.body).toEqual({ ground: 'changed_mind', reason: 'Biri sınıb', lines: [{ lineId: line?.id, count: 2 }] })
  })
})

describe('returning goods that are not faulty', () => {
  it('leaves out lines with a return exception, and names it', async () => {
    changeOrder(DELIVERED, ({ lines: [first, ...otherLines] }) => ({
      lines: first ? [{ ...first, returnException: 'perishable' }, ...otherLines] : [],
    }))
    const [excepted, ...others] = delivered().lines
    const form = await openForm()
    await chooseGround(form, 'changed_mind')
    form.getByText(t('orders.refund.excepted', { names: excepted?.name ?? '' }), { exact: false })
    const total = others.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
    if (others.length > 0) expect(amount()).toBe(plain(money(total)))
    else form.getByText(t('orders.refund.nothing'))
  })

  it('is not offered after the last day', async () => {
    changeOrder(DELIVERED, () => ({ returnUntil: '2026-01-10T20:00:00Z' }))
    const form = await openForm()
    expect(form.getByRole('radio', { name: t('orders.refund.grounds.changed_mind') })).toBeDisabled()
    form.getByText(t('orders.refund.over', { date: '10 yanvar 2026' }))
    expect(form.getByRole('radio', { name: t('orders.refund.grounds.faulty') })).toBeEnabled()
  })
})

describe('an order partly paid with bonuses', () => {
  const BONUSES = 300
  const row = (label: string) => screen.getByText(label).nextSibling

  beforeEach(() => {
    changeOrder(DELIVERED, ({ amounts, lines: [first, ...otherLines] }) => ({
      amounts: { ...amounts, bonusAmount: BONUSES, bonusReturned: 100, total: amounts.total - BONUSES },
      lines: first ? [{ ...first, bonusAmount: BONUSES }, ...otherLines] : [],
    }))
  })

  it('shows the bonuses on its page and on the receipt', async () => {
    open(paths.order(DELIVERED))
    await screen.findByRole('heading', { name: t('orders.amounts.title') })
    expect(row(t('orders.amounts.bonuses'))).toHaveTextContent(plain(money(-BONUSES)) ?? '')
    expect(row(t('orders.amounts.bonusesBack'))).toHaveTextContent(plain(money(100)) ?? '')
    expect(row(t('orders.amounts.total'))).toHaveTextContent(plain(money(delivered().amounts.total)) ?? '')
    openAt(paths.receipt(DELIVERED), { path: '/profil/sifaris-tarixcesi/:code/qebz', Component: ReceiptPage })
    await screen.findByRole('heading', { level: 1, name: t('orders.receipt.title', { code: DELIVERED }) })
    expect(screen.getAllByText(t('orders.amounts.bonuses')), 'the page and the receipt').toHaveLength(2)
  })

  it('is refunded as money and bonuses', async () => {
    const form = await openForm()
    await chooseGround(form, 'faulty')
    expect(form.getByText(plain(money(delivered().amounts.total)) ?? '')).toBeVisible()
    form.getByText(plain(t('orders.refund.bonuses', { amount: money(BONUSES) })) ?? '')
    await chooseBroken(form)
    await submit(form)
    const refunds = within(await screen.findByRole('region', { name: t('orders.refunds.title') }))
    refunds.getByText(plain(t('orders.refund.bonuses', { amount: money(BONUSES) })) ?? '')
  })
})
