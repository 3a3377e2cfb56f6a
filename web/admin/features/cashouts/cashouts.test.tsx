import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { money } from '~shared/i18n/format'
import { adminPaths } from '~admin/paths'
import { Component } from '~admin/routes/cashouts'
import { useToasts } from '~shared/ui/toast-store'
import { violationsOf } from '~mock/accessibility'
import { cashouts } from '~mock/cashouts-state'
import { openAt, t } from '~mock/in-shop'
import { signInStaff } from '~mock/staff-sign-in'

/** Cash-outs of the mock. */
const NEW = 'CO-NEW2222222'
/** In qəpik. */
const NEW_AMOUNT = 4000
/** The bank has reported no result of this payment. */
const STUCK = 'CO-STUCK22222'
const PAID = 'CO-PAAD2222ZZ'

const user = userEvent.setup({ delay: null })
const open = (state?: string) => openAt(adminPaths.cashouts(state), { path: '/idare/cixarislar', Component })
const card = async (code: string) => within((await screen.findByRole('heading', { level: 2, name: code })).closest('li') as HTMLElement)
const lastToast = () => useToasts.getState().toasts.at(-1)?.text
const entryOf = (code: string) => cashouts.adminCashouts.find(({ cashout }) => cashout.code === code)
const stateOf = (code: string) => entryOf(code)?.cashout

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it('the page is shown only to staff with the permission', async () => {
  signInStaff({ roles: ['courier'], permissions: [] })
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

it('a cash-out shows its account and card, and can be approved', async () => {
  const { container } = open()
  const requested = await card(NEW)
  requested.getByText('Leyla Həsənova')
  requested.getByText('4169 •••• •••• 5670')
  expect(await violationsOf(container)).toEqual([])
  await user.click(requested.getByRole('button', { name: t('admin.refunds.of', { act: t('admin.cashouts.approve'), code: NEW }) }))
  await (await card(NEW)).findByText(t('account.cashout.status.approved'))
  expect(lastToast()).toBe(t('admin.cashouts.approved', { amount: money(NEW_AMOUNT) }))
})

const approveName = (code: string) => t('admin.refunds.of', { act: t('admin.cashouts.approve'), code })

it('the first approval of a large cash-out is recorded, and the cash-out waits for a second person', async () => {
  Object.assign(cashouts.adminCashouts[0] ?? {}, { needsTwoPeople: true })
  open()
  const requested = await card(NEW)
  requested.getByText(t('admin.secondPerson.needed'))
  await user.click(requested.getByRole('button', { name: approveName(NEW) }))
  await (await card(NEW)).findByText(t('admin.secondPerson.own'), { exact: false })
  expect(lastToast()).toBe(t('admin.secondPerson.recorded'))
  expect((await card(NEW)).getByRole('button', { name: approveName(NEW) })).toBeDisabled()
  expect(stateOf(NEW)?.status).toBe('requested')
})

it('a large cash-out is approved by the second person', async () => {
  Object.assign(cashouts.adminCashouts[0] ?? {}, { needsTwoPeople: true, firstApproval: { accountId: 12, at: '2026-11-25T09:10:00Z' } })
  open()
  const requested = await card(NEW)
  requested.getByText(t('admin.secondPerson.waiting', { account: 12 }), { exact: false })
  await user.click(requested.getByRole('button', { name: approveName(NEW) }))
  await (await card(NEW)).findByText(t('account.cashout.status.approved'))
  expect(lastToast()).toBe(t('admin.cashouts.approved', { amount: money(NEW_AMOUNT) }))
})

it('declining a cash-out requires a reason', async () => {
  open()
  const requested = await card(NEW)
  const declineButton = { name: t('admin.refunds.of', { act: t('admin.cashouts.decline'), code: NEW }) }
  await user.click(requested.getByRole('button', declineButton))
  await user.click(requested.getByRole('button', { name: t('admin.back') }))
  expect(requested.queryByRole('textbox')).toBeNull()
  await user.click(requested.getByRole('button', declineButton))
  await user.click(requested.getByRole('button', { name: t('admin.cashouts.decline') }))
  expect(within(await requested.findByRole('alert')).getByRole('button')).toHaveTextContent(t('errors.fields.reason_required'))
  await user.type(requested.getByRole('textbox', { name: new RegExp(t('admin.cashouts.reason')) }), 'Kart sizin deyil')
  await user.click(requested.getByRole('button', { name: t('admin.cashouts.decline') }))
  await screen.findByText(t('admin.cashouts.count', { count: 1 }))
  expect(stateOf(NEW)).toMatchObject({ status: 'declined', reason: 'Kart sizin deyil' })
})

it('a payment with an unknown result is resolved with the amount of the bank statement', async () => {
  open()
  const stuck = await card(STUCK)
  stuck.getByText(t('admin.cashouts.stuck'))
  await user.click(stuck.getByRole('radio', { name: t('admin.cashouts.resolutions.paid') }))
  const paid = stuck.getByRole('textbox', { name: new RegExp(t('admin.cashouts.paidAmount')) })
  // The cash-out's amount is the default.
  expect(paid).toHaveValue('40')
  await user.clear(paid)
  await user.click(stuck.getByRole('button', { name: t('admin.cashouts.resolve') }))
  expect(within(await stuck.findByRole('alert')).getByRole('button')).toHaveTextContent(t('errors.fields.out_of_range'))
  await user.type(paid, '41,50')
  await user.click(stuck.getByRole('button', { name: t('admin.cashouts.resolve') }))
  await screen.findByText(t('admin.cashouts.count', { count: 1 }))
  expect(stateOf(STUCK)).toMatchObject({ status: 'paid', paidAmount: 4150 })
})

it.each([
  ['ask_again', 'sent'],
  ['not_paid', 'failed'],
] as const)('a payment with an unknown result can be resolved without an amount: %s', async (resolution, status) => {
  open()
  const stuck = await card(STUCK)
  await user.click(stuck.getByRole('radio', { name: t('admin.cashouts.resolutions.paid') }))
  await user.click(stuck.getByRole('radio', { name: t(`admin.cashouts.resolutions.${resolution}`) }))
  expect(stuck.queryByRole('textbox')).toBeNull()
  await user.click(stuck.getByRole('button', { name: t('admin.cashouts.resolve') }))
  await waitFor(() => expect(lastToast()).toBe(t('admin.cashouts.resolved')))
  expect(entryOf(STUCK)).toMatchObject({ isStuck: false, cashout: { status } })
})

it('finished cash-outs are in a list of their own', async () => {
  // The parameter means "finished".
  open('bitmis')
  const paid = await card(PAID)
  expect(paid.queryByRole('button')).toBeNull()
  expect(screen.queryByText(NEW)).toBeNull()
})
