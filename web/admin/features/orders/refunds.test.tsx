// Tests of the page of refunds.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as RefundsPage } from '~admin/routes/refunds'
import { BASE } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { changeOrder, orderOf, orders } from '~mock/orders-state'
import { USER } from '~mock/profile-state'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'
import { money } from '~shared/i18n/format'
import { useToasts } from '~shared/ui/toast-store'
import { Toaster } from '~shared/ui/toaster'

/** A delivered order of the mock. */
const DELIVERED = 'SQ-2F9T-63'

const user = userEvent.setup({ delay: null })
const Page = () => (
  <>
    <RefundsPage />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const openRefunds = (state?: string) => openAt(adminPaths.refunds(state), { path: '/idare/geri-odenisler', Component: Page })
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

describe('refunds', () => {
  beforeEach(() => {
    changeOrder(DELIVERED, ({ lines }) => ({
      refunds: [
        {
          id: 9,
          orderCode: DELIVERED,
          status: 'requested',
          reason: 'Biri sınıb',
          ground: 'faulty',
          lines: [{ lineId: lines[0]?.id ?? 0, count: 1 }],
          amount: lines[0]?.unitPrice ?? 0,
          bonusAmount: 0,
          createdAt: '2026-11-20T10:00:00Z',
          pictures: ['/media/broken1/640.webp'],
          way: 'card',
          needsTwoPeople: false,
        },
      ],
    }))
  })
  const refund = () => orderOf(DELIVERED)?.refunds[0]

  it('show the amount before the approval, and can put the goods on sale again', async () => {
    const sent: unknown[] = []
    server.use(
      http.post(`${BASE}/admin/refunds/:id/decide`, async ({ request }) => {
        sent.push(await request.clone().json())
      }),
    )
    openRefunds()
    await screen.findByText(`${orderOf(DELIVERED)?.lines[0]?.name} × 1`)
    await press(t('admin.refunds.of', { act: t('admin.refunds.approve'), code: DELIVERED }))
    await user.click(screen.getByRole('checkbox', { name: t('admin.refunds.restock') }))
    await press(t('admin.refunds.giveCard', { amount: money(refund()?.amount ?? 0) }))
    await screen.findByRole('heading', { name: t('admin.refunds.empty') })
    expect(sent).toEqual([{ approve: true, restock: true }])
    expect(refund()?.status).toBe('paid')
  })

  const changeRefund = (changes: object) =>
    changeOrder(DELIVERED, ({ refunds }) => ({ refunds: refunds.map((refund) => ({ ...refund, ...changes })) }))
  const nameOf = (act: 'approve' | 'refuse') => t('admin.refunds.of', { act: t(`admin.refunds.${act}`), code: DELIVERED })

  it('of a large amount wait for a second person after the first approval', async () => {
    changeRefund({ needsTwoPeople: true })
    openRefunds()
    await screen.findByText(t('admin.secondPerson.needed'))
    await press(nameOf('approve'))
    expect(screen.queryByRole('button', { name: t('admin.refunds.giveCard', { amount: money(refund()?.amount ?? 0) }) })).toBeNull()
    await press(t('admin.secondPerson.approve'))
    await screen.findByText(t('admin.secondPerson.recorded'))
    await screen.findByText(t('admin.secondPerson.own'), { exact: false })
    expect(screen.getByRole('button', { name: nameOf('approve') })).toBeDisabled()
    expect(screen.getByRole('button', { name: nameOf('refuse') })).toBeEnabled()
    expect(refund()).toMatchObject({ status: 'requested', firstApproval: { accountId: USER.id } })
  })

  it('of a large amount are paid by the second person', async () => {
    changeRefund({ needsTwoPeople: true, firstApproval: { accountId: 12, at: '2026-11-20T11:00:00Z' } })
    openRefunds()
    await screen.findByText(t('admin.secondPerson.waiting', { account: 12 }), { exact: false })
    await press(nameOf('approve'))
    await press(t('admin.refunds.giveCard', { amount: money(refund()?.amount ?? 0) }))
    await screen.findByRole('heading', { name: t('admin.refunds.empty') })
    expect(refund()?.status).toBe('paid')
  })

  it('need an answer to be refused', async () => {
    openRefunds()
    await press(t('admin.refunds.of', { act: t('admin.refunds.refuse'), code: DELIVERED }))
    const refuse = await screen.findByRole('button', { name: t('admin.refunds.refuse') })
    await user.click(refuse)
    await waitFor(() =>
      expect(screen.getByLabelText(t('admin.refunds.answer'))).toHaveAccessibleDescription(t('errors.fields.reason_required')),
    )
    expect(refund()?.status).toBe('requested')
    await user.click(screen.getByRole('button', { name: t('admin.refunds.why.used') }))
    await user.click(refuse)
    await screen.findByText(t('admin.refunds.refused'))
    expect(refund()).toMatchObject({ status: 'refused', answer: t('admin.refunds.why.used') })
  })

  it('are listed by status', async () => {
    openRefunds('refused')
    await screen.findByText(t('admin.refunds.emptyElse'))
    orders.all = []
    openRefunds()
    await screen.findByRole('heading', { name: t('admin.refunds.empty') })
  })
})
