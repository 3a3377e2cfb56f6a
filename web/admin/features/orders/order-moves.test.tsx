// Presses every move of an order, of a part of it, and of an order in the list; and the buttons beside the forms of orders and refunds.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as CourierSheet } from '~admin/routes/courier-sheet'
import { Component as OrderPage } from '~admin/routes/order'
import { Component as OrdersPage } from '~admin/routes/orders'
import { Component as RefundsPage } from '~admin/routes/refunds'
import { openAt, t } from '~mock/in-shop'
import { orderOf, requestRefund } from '~mock/orders-state'
import { signInStaff } from '~mock/staff-sign-in'

/** An order with goods of three stores, for which a courier is appointed; one that waits; and a delivered one. */
const SPLIT = 'SQ-7K4M-29'
const WAITING = 'SQ-3HWD-81'
const DELIVERED = 'SQ-2F9T-63'

const user = userEvent.setup({ delay: null })
const openOrder = (code: string) => openAt(adminPaths.order(code), { path: '/idare/sifarisler/:code', Component: OrderPage })
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
type Move = 'searching_courier' | 'courier_appointed' | 'handed_to_courier' | 'on_the_way' | 'returned' | 'cancelled'
/** The name of a button that moves a whole order with several parts. */
const moveName = (move: Move) => `${t(`admin.move.${move}`)}: ${t('admin.allStores')}`

beforeEach(() => signInStaff())

it('an order is moved step by step, and is returned with a reason', async () => {
  openOrder(SPLIT)
  for (const move of ['searching_courier', 'courier_appointed', 'handed_to_courier', 'on_the_way'] as const) {
    await press(moveName(move))
    await waitFor(() => expect(orderOf(SPLIT)?.status).toBe(move))
  }
  await press(moveName('returned'))
  await user.type(screen.getByLabelText(t('admin.reason')), 'Ünvan səhvdir')
  await press(t('admin.back'))
  expect(screen.queryByLabelText(t('admin.reason'))).toBeNull()
  await press(moveName('returned'))
  expect(screen.getByLabelText(t('admin.reason'))).toHaveValue('')
  await user.type(screen.getByLabelText(t('admin.reason')), 'Ünvan səhvdir')
  await press(t('admin.move.returned'))
  await waitFor(() => expect(orderOf(SPLIT)?.stores.map(({ status }) => status)).toEqual(['returned', 'returned', 'returned']))
  expect(orderOf(SPLIT)?.statusHistory.at(-1)).toMatchObject({ reason: 'Ünvan səhvdir' })
})

it('the list hands an order to the courier, and its filters can be closed', async () => {
  openAt(adminPaths.orders({ status: 'courier_appointed' }), { path: '/idare/sifarisler', Component: OrdersPage })
  const payment = screen.getByLabelText(t('admin.payment'))
  expect(payment).not.toBeVisible()
  await user.click(screen.getByText(t('admin.filters')))
  expect(payment).toBeVisible()
  await press(`${t('admin.move.handed_to_courier')}: ${SPLIT}`)
  await waitFor(() => expect(orderOf(SPLIT)?.status).toBe('handed_to_courier'))
})

it('the courier sheet is printed', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  openAt(adminPaths.courierSheet(WAITING), { path: '/idare/sifarisler/:code/kuryer', Component: CourierSheet })
  await press(t('admin.courierSheet.print'))
  expect(print).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})

it('a refund is requested for a part of an order, with a reason that is inserted', async () => {
  openOrder(DELIVERED)
  const name = orderOf(DELIVERED)?.lines[0]?.name ?? ''
  const choose = async (label: string) => user.click(screen.getByRole('radio', { name: label }))
  /** Inserts a reason and checks the field. */
  const insert = async (why: 'dislike' | 'broken' | 'wrong' | 'late') => {
    await press(t(`orders.refund.why.${why}`))
    expect(screen.getByLabelText(new RegExp(`^${t('orders.refund.reason')}`))).toHaveValue(t(`orders.refund.why.${why}`))
  }
  await press(t('admin.refunds.request'))
  await choose(t('orders.refund.grounds.changed_mind'))
  await insert('dislike')
  await press(t('common.close'))
  expect(screen.queryByRole('radio')).toBeNull()
  await press(t('admin.refunds.request'))
  await choose(t('orders.refund.grounds.faulty'))
  await choose(t('orders.refund.part'))
  screen.getByText(t('orders.refund.chooseFirst'))
  for (const button of ['more', 'more', 'less'] as const) await press(t(`orders.refund.${button}`, { name }))
  await choose(t('orders.refund.whole'))
  await choose(t('orders.refund.part'))
  for (const why of ['broken', 'wrong', 'late'] as const) await insert(why)
  await press(t('orders.refund.submit'))
  await waitFor(() =>
    expect(orderOf(DELIVERED)?.refunds[0]).toMatchObject({
      ground: 'faulty',
      reason: t('orders.refund.why.late'),
      lines: [{ lineId: 1, count: 1 }],
    }),
  )
})

it('the answer to a refund can be inserted, and both forms can be left', async () => {
  requestRefund(DELIVERED)
  openAt(adminPaths.refunds(), { path: '/idare/geri-odenisler', Component: RefundsPage })
  const nameOf = (act: 'approve' | 'refuse') => t('admin.refunds.of', { act: t(`admin.refunds.${act}`), code: DELIVERED })
  await press(nameOf('approve'))
  await press(t('admin.back'))
  expect(screen.queryByRole('checkbox')).toBeNull()
  await press(nameOf('refuse'))
  const reasons = within(screen.getByRole('list', { name: t('admin.refunds.reasons') }))
  for (const why of ['late', 'described'] as const) {
    await user.click(reasons.getByRole('button', { name: t(`admin.refunds.why.${why}`) }))
    expect(screen.getByLabelText(t('admin.refunds.answer'))).toHaveValue(t(`admin.refunds.why.${why}`))
  }
  await press(t('admin.back'))
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(orderOf(DELIVERED)?.refunds[0]?.status).toBe('requested')
})
