import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component } from '~admin/routes/system'
import { useToasts } from '~shared/ui/toast-store'
import { violationsOf } from '~mock/accessibility'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'
import { system } from '~mock/system-state'

const user = userEvent.setup({ delay: null })
const open = (service?: string) => openAt(adminPaths.system(service), { path: '/idare/sistem', Component })
const card = async (name: string) => within((await screen.findByRole('heading', { level: 3, name })).closest('li') as HTMLElement)
/** In the mock, these are `order_moved` and `cashout_ended` of the feed of orders. */
const kinds = () => {
  const section = within(screen.getByRole('region', { name: t('adminSystem.parkedTitle') }))
  return section.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
}
const lastToast = () => useToasts.getState().toasts.at(-1)?.text

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it('the page is shown only to staff with the permission, and its buttons need another one', async () => {
  signInStaff({ roles: ['courier'], permissions: ['orders_read'] })
  const { unmount } = open()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
  unmount()
  signInStaff({ roles: ['manager'], permissions: ['system_read'] })
  open()
  await card('order_moved')
  expect(screen.queryByRole('button', { name: new RegExp(t('adminSystem.discard')) })).toBeNull()
})

it('a service that does not answer is shown beside the others with their feeds and workers', async () => {
  const { container } = open()
  const away = await card('catalog')
  away.getByText(t('adminSystem.health.away'))
  away.getByText(t('adminSystem.noAnswer'))
  const notification = await card('notification')
  notification.getByText(t('adminSystem.failing'))
  const orderRow = notification.getByRole('row', { name: /^order/, hidden: true })
  expect(orderRow).toHaveTextContent('12')
  // The feeds are closed, because none has stopped; the workers are open, because one fails.
  expect(orderRow).not.toBeVisible()
  await user.click(notification.getByText(t('adminSystem.feeds')))
  expect(orderRow).toBeVisible()
  expect(notification.getByRole('row', { name: /^catalog/, hidden: true })).toHaveTextContent(t('adminSystem.unknown'))
  const order = await card('order')
  order.getByText(t('adminSystem.stopped'))
  const worker = order.getByRole('row', { name: /^outbox_retention/, hidden: true })
  expect(worker).not.toBeVisible()
  await user.click(order.getByText(t('adminSystem.workers', { count: 1 })))
  expect(worker).toBeVisible()
  expect(await violationsOf(container)).toEqual([])
})

it('the result of replaying an event is shown: applied, failed again, or no longer parked', async () => {
  // This is the event `cashout_ended`.
  system.broken = ['order-48044']
  open()
  const replay = async (kind: string) => user.click((await card(kind)).getByRole('button', { name: new RegExp(t('adminSystem.replay')) }))
  await replay('cashout_ended')
  await waitFor(() => expect(lastToast()).toBe(t('adminSystem.outcome.failed')))
  expect(kinds()).toEqual(['order_moved', 'cashout_ended'])
  await replay('order_moved')
  await waitFor(() => expect(kinds()).toEqual(['cashout_ended']))
  expect(lastToast()).toBe(t('adminSystem.outcome.applied'))
  system.events = []
  await replay('cashout_ended')
  await waitFor(() => expect(lastToast()).toBe(t('adminSystem.outcome.not_parked')))
  await screen.findByText(t('adminSystem.empty'))
})

it('all events of a feed are replayed after a confirmation', async () => {
  open()
  const label = t('adminSystem.replayFeed', { service: 'notification', feed: 'order' })
  await user.click(await screen.findByRole('button', { name: label }))
  await user.click(screen.getByRole('button', { name: t('adminStaff.cancel') }))
  expect(kinds()).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: label }))
  await user.click(screen.getByRole('button', { name: t('adminSystem.replayNow') }))
  await waitFor(() => expect(kinds()).toEqual([]))
  expect(lastToast()).toBe(t('adminSystem.allReplayed', { applied: 2, failed: 0 }))
})

it('discarding an event requires a reason', async () => {
  open()
  const event = await card('cashout_ended')
  await user.click(event.getByText(t('adminSystem.payload')))
  expect(event.getByText(t('adminSystem.hidden', { names: 'card' }))).toBeVisible()
  const discard = { name: new RegExp(t('adminSystem.discard')) }
  await user.click(event.getByRole('button', discard))
  await user.click(event.getByRole('button', { name: t('adminStaff.cancel') }))
  expect(event.queryByLabelText(new RegExp(t('adminSystem.reason')))).toBeNull()
  await user.click(event.getByRole('button', discard))
  await user.click(event.getByRole('button', { name: t('adminSystem.discardNow') }))
  const reason = event.getByLabelText(new RegExp(t('adminSystem.reason')))
  expect(reason).toBeInvalid()
  await user.type(reason, 'Köhnə')
  await user.click(event.getByRole('button', { name: t('adminSystem.discardNow') }))
  await waitFor(() => expect(kinds()).toEqual(['order_moved']))
  expect(lastToast()).toBe(t('adminSystem.discarded'))
})

it('the address selects a service, and services that did not answer are named', async () => {
  system.missing = ['catalog']
  open('order')
  await screen.findByText(t('adminSystem.empty'))
  expect(screen.getByRole('alert')).toHaveTextContent(t('adminSystem.missing', { services: 'catalog' }))
  await user.click(screen.getByRole('link', { name: t('adminSystem.all') }))
  await waitFor(() => expect(kinds()).toHaveLength(2))
})

it('offers a retry when loading fails', async () => {
  server.use(http.get(`${BASE}/admin/parked-events`, () => problem(403, 'forbidden', 'İcazəniz yoxdur'), { once: true }))
  open()
  await user.click(await screen.findByRole('button', { name: t('common.retry') }))
  await waitFor(() => expect(kinds()).toHaveLength(2))
})
