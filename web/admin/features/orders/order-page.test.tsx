import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as OrderPage } from '~admin/routes/order'
import { openAt, t } from '~mock/in-shop'
import { orderOf, orders } from '~mock/orders-state'
import { USER } from '~mock/profile-state'
import { signInStaff } from '~mock/staff-sign-in'
import { money } from '~shared/i18n/format'
import { useToasts } from '~shared/ui/toast-store'

const WAITING = 'SQ-3HWD-81'
const DELIVERED = 'SQ-2F9T-63'

const user = userEvent.setup({ delay: null })
const openOrder = (code: string) => openAt(adminPaths.order(code), { path: '/idare/sifarisler/:code', Component: OrderPage })
const lastToast = () => useToasts.getState().toasts.at(-1)?.text
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))

const unpaid = () => orders.all.find(({ canPay, paymentMethod }) => canPay && paymentMethod === 'card')

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it('adds a note that names its author', async () => {
  openOrder(WAITING)
  const notes = within(await screen.findByRole('region', { name: t('admin.notes.title') }))
  await press(t('admin.notes.add'))
  await waitFor(() => expect(notes.getByRole('textbox')).toHaveAccessibleDescription(t('errors.fields.required')))
  await user.type(notes.getByRole('textbox'), 'Axşam zəng etməyi xahiş edib')
  await press(t('admin.notes.add'))
  await notes.findByText('Axşam zəng etməyi xahiş edib')
  await notes.findByText(new RegExp(USER.firstName))
  expect(orders.notes[WAITING]?.map(({ text }) => text)).toEqual(['Axşam zəng etməyi xahiş edib'])
  expect(notes.getByRole('textbox')).toHaveValue('')
})

it('requests a refund for a shopper who called', async () => {
  openOrder(DELIVERED)
  await press(t('admin.refunds.request'))
  expect(screen.queryByRole('link', { name: new RegExp(t('orders.review')) })).toBeNull()
  await user.click(screen.getByRole('radio', { name: t('orders.refund.grounds.faulty') }))
  expect(screen.queryByText(t('orders.refund.photos'))).toBeNull()
  await user.type(screen.getByLabelText(new RegExp(`^${t('orders.refund.reason')}`)), 'Zəng etdi: gül solub')
  await press(t('orders.refund.submit'))
  const refund = await waitFor(() => {
    const requested = orderOf(DELIVERED)?.refunds.find(({ reason }) => reason === 'Zəng etdi: gül solub')
    expect(requested?.status).toBe('requested')
    return requested
  })
  await waitFor(() => expect(lastToast()).toBe(t('admin.refunds.requested', { amount: money(refund?.amount ?? 0) })))
  expect(screen.queryByRole('heading', { name: t('admin.refunds.request') })).toBeNull()
})

it('makes a new payment link for an unpaid order', async () => {
  const order = unpaid()
  openOrder(order?.code ?? '')
  await press(t('admin.phone.newLink'))
  expect(await screen.findByRole('textbox', { name: t('admin.phone.link') })).toHaveValue(`${location.origin}/bank/${order?.code}`)
  await press(t('admin.phone.copyLink'))
  await waitFor(() => expect(lastToast()).toBe(t('admin.phone.copied')))
})

it('does not show the payment link of another order', async () => {
  const { code = '' } = unpaid() ?? {}
  orders.all = orders.all.map((other) => (other.code === DELIVERED ? { ...other, canPay: true } : other))
  const title = (shown: string) => screen.findByRole('heading', { level: 1, name: t('orders.title', { code: shown }) })
  const { router } = openOrder(DELIVERED)
  await title(DELIVERED)
  await act(() => router.navigate(adminPaths.order(code)))
  await title(code)
  await press(t('admin.phone.newLink'))
  await screen.findByRole('textbox', { name: t('admin.phone.link') })
  await act(() => router.navigate(adminPaths.order(DELIVERED)))
  await title(DELIVERED)
  expect(screen.getByRole('button', { name: t('admin.phone.newLink') })).toBeVisible()
  expect(screen.queryByRole('textbox', { name: t('admin.phone.link') })).toBeNull()
})
