import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, expect, it } from 'vitest'
import { auth } from '~shared/features/auth/store'
import { money } from '~shared/i18n/format'
import { adminPaths } from '~admin/paths'
import { Component } from '~admin/routes/cashouts'
import { useToasts } from '~shared/ui/toast-store'
import { cashouts } from '~mock/cashouts-state'
import { openAt, t } from '~mock/in-shop'
import { USER } from '~mock/profile-state'
import { OWNER } from '~mock/profile-state'
import { signIn } from '~mock/sign-in'

const user = userEvent.setup({ delay: null })
const open = (state?: string) => openAt(adminPaths.cashouts(state), { path: '/idare/cixarislar', Component })
const card = async (code: string) => within((await screen.findByRole('heading', { level: 2, name: code })).closest('li') as HTMLElement)
const lastToast = () => useToasts.getState().toasts.at(-1)?.text
const stateOf = (code: string) => cashouts.adminCashouts.find(({ cashout }) => cashout.code === code)?.cashout

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signIn(OWNER)
})

it('is shown to operators only', async () => {
  auth.profileLoaded(USER)
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.forStaff') })
})

it('shows the account and the card, and approves a cash-out', async () => {
  const { container } = open()
  const requested = await card('CO-NEW2222222')
  requested.getByText('Leyla Həsənova')
  requested.getByText('4169 •••• •••• 5670')
  const elsewhere = { 'color-contrast': { enabled: false }, region: { enabled: false } }
  const { violations } = await axe.run(container, { rules: elsewhere })
  expect(violations.map(({ id }) => id)).toEqual([])
  await user.click(
    requested.getByRole('button', { name: t('admin.refunds.of', { act: t('admin.cashouts.approve'), code: 'CO-NEW2222222' }) }),
  )
  await (await card('CO-NEW2222222')).findByText(t('account.cashout.status.approved'))
  expect(lastToast()).toBe(t('admin.cashouts.approved', { amount: money(4000) }))
})

it('requires a reason to decline', async () => {
  open()
  const asked = await card('CO-NEW2222222')
  await user.click(asked.getByRole('button', { name: t('admin.refunds.of', { act: t('admin.cashouts.decline'), code: 'CO-NEW2222222' }) }))
  await user.click(asked.getByRole('button', { name: t('admin.cashouts.decline') }))
  expect(within(await asked.findByRole('alert')).getByRole('button')).toHaveTextContent(t('errors.fields.reason_required'))
  await user.type(asked.getByRole('textbox', { name: new RegExp(t('admin.cashouts.reason')) }), 'Kart sizin deyil')
  await user.click(asked.getByRole('button', { name: t('admin.cashouts.decline') }))
  await screen.findByText(t('admin.cashouts.count', { count: 1 }))
  expect(stateOf('CO-NEW2222222')).toMatchObject({ status: 'declined', reason: 'Kart sizin deyil' })
})

it('resolves a payment with an unknown result by the bank statement', async () => {
  open()
  const stuck = await card('CO-STUCK22222')
  stuck.getByText(t('admin.cashouts.stuck'))
  await user.click(stuck.getByRole('radio', { name: t('admin.cashouts.resolutions.paid') }))
  const paid = stuck.getByRole('textbox', { name: new RegExp(t('admin.cashouts.paidAmount')) })
  expect(paid).toHaveValue('40')
  await user.clear(paid)
  await user.click(stuck.getByRole('button', { name: t('admin.cashouts.resolve') }))
  expect(within(await stuck.findByRole('alert')).getByRole('button')).toHaveTextContent(t('errors.fields.out_of_range'))
  await user.type(paid, '41,50')
  await user.click(stuck.getByRole('button', { name: t('admin.cashouts.resolve') }))
  await screen.findByText(t('admin.cashouts.count', { count: 1 }))
  expect(stateOf('CO-STUCK22222')).toMatchObject({ status: 'paid', paidAmount: 4150 })
})

it('lists finished cash-outs separately', async () => {
  open('bitmis')
  const paid = await card('CO-PAAD2222ZZ')
  expect(paid.queryByRole('button')).toBeNull()
  expect(screen.queryByText('CO-NEW2222222')).toBeNull()
})
