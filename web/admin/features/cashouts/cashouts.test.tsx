import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, expect, it } from 'vitest'
import { money } from '~shared/i18n/format'
import { adminPaths } from '~admin/paths'
import { Component } from '~admin/routes/cashouts'
import { useToasts } from '~shared/ui/toast-store'
import { cashouts } from '~mock/cashouts-state'
import { openAt, t } from '~mock/in-shop'
import { signInStaff } from '~mock/staff-sign-in'

const NEW = 'CO-NEW2222222'
/** The amount of the new cash-out, in qəpik. */
const NEW_AMOUNT = 4000
const STUCK = 'CO-STUCK22222'
const PAID = 'CO-PAAD2222ZZ'

const user = userEvent.setup({ delay: null })
const open = (state?: string) => openAt(adminPaths.cashouts(state), { path: '/idare/cixarislar', Component })
const card = async (code: string) => within((await screen.findByRole('heading', { level: 2, name: code })).closest('li') as HTMLElement)
const lastToast = () => useToasts.getState().toasts.at(-1)?.text
const stateOf = (code: string) => cashouts.adminCashouts.find(({ cashout }) => cashout.code === code)?.cashout

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it('is shown to operators only', async () => {
  signInStaff({ roles: ['courier'], permissions: [] })
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

it('shows the account and the card, and approves a cash-out', async () => {
  const { container } = open()
  const requested = await card(NEW)
  requested.getByText('Leyla Həsənova')
  requested.getByText('4169 •••• •••• 5670')
  const checkedElsewhere = { 'color-contrast': { enabled: false }, region: { enabled: false } }
  const { violations } = await axe.run(container, { rules: checkedElsewhere })
  expect(violations.map(({ id }) => id)).toEqual([])
  await user.click(requested.getByRole('button', { name: t('admin.refunds.of', { act: t('admin.cashouts.approve'), code: NEW }) }))
  await (await card(NEW)).findByText(t('account.cashout.status.approved'))
  expect(lastToast()).toBe(t('admin.cashouts.approved', { amount: money(NEW_AMOUNT) }))
})

const approveName = (code: string) => t('admin.refunds.of', { act: t('admin.cashouts.approve'), code })

it('records the first approval of a large cash-out, and waits for somebody else', async () => {
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

it('sends a large cash-out after the second approval', async () => {
  Object.assign(cashouts.adminCashouts[0] ?? {}, { needsTwoPeople: true, firstApproval: { accountId: 12, at: '2026-11-25T09:10:00Z' } })
  open()
  const requested = await card(NEW)
  requested.getByText(t('admin.secondPerson.waiting', { account: 12 }), { exact: false })
  await user.click(requested.getByRole('button', { name: approveName(NEW) }))
  await (await card(NEW)).findByText(t('account.cashout.status.approved'))
  expect(lastToast()).toBe(t('admin.cashouts.approved', { amount: money(NEW_AMOUNT) }))
})

it('requires a reason to decline', async () => {
  open()
  const requested = await card(NEW)
  await user.click(requested.getByRole('button', { name: t('admin.refunds.of', { act: t('admin.cashouts.decline'), code: NEW }) }))
  await user.click(requested.getByRole('button', { name: t('admin.cashouts.decline') }))
  expect(within(await requested.findByRole('alert')).getByRole('button')).toHaveTextContent(t('errors.fields.reason_required'))
  await user.type(requested.getByRole('textbox', { name: new RegExp(t('admin.cashouts.reason')) }), 'Kart sizin deyil')
  await user.click(requested.getByRole('button', { name: t('admin.cashouts.decline') }))
  await screen.findByText(t('admin.cashouts.count', { count: 1 }))
  expect(stateOf(NEW)).toMatchObject({ status: 'declined', reason: 'Kart sizin deyil' })
})

it('resolves a payment with an unknown result by the bank statement', async () => {
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

it('lists finished cash-outs separately', async () => {
  // The address parameter is the word for "finished".
  open('bitmis')
  const paid = await card(PAID)
  expect(paid.queryByRole('button')).toBeNull()
  expect(screen.queryByText(NEW)).toBeNull()
})
