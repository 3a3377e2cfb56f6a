// The mock has one finding about the bank payment of order SQ-7K4M-29 and one about delivery slot baku-2026-11-26-10.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { money } from '~shared/i18n/format'
import { adminPaths } from '~admin/paths'
import { Component } from '~admin/routes/auditor'
import { useToasts } from '~shared/ui/toast-store'
import { violationsOf } from '~mock/accessibility'
import { audit } from '~mock/auditor-state'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'
import { fieldText, valueText } from './finding-card'

const user = userEvent.setup({ delay: null })
const open = (state?: string) => openAt(adminPaths.auditor(state), { path: '/idare/auditor', Component })
/** The name is that of the finding's heading. */
const card = async (name: string) =>
  within((await screen.findByRole('heading', { level: 3, name: new RegExp(name) })).closest('li') as HTMLElement)
const lastToast = () => useToasts.getState().toasts.at(-1)?.text

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it('the page is shown only to staff with the permission', async () => {
  signInStaff({ roles: ['courier'], permissions: [] })
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

it('a finding shows both values as words and amounts, with a link to its order', async () => {
  const { container } = open()
  const bank = await card('SQ-7K4M-29')
  bank.getByText(`${t('admin.auditor.word.returned')} ${money(0)}`.replaceAll('\u00a0', ' '))
  bank.getByText(`${t('admin.auditor.word.paid')} ${money(4500)}`.replaceAll('\u00a0', ' '))
  expect(bank.getByRole('link')).toHaveAttribute('href', adminPaths.order('SQ-7K4M-29'))
  const slot = await card('baku-2026-11-26-10')
  expect(slot.queryByRole('link')).toBeNull()
  slot.getByText('4')
  expect(await violationsOf(container)).toEqual([])
})

it('shows the result of each run, including areas that could not be checked', async () => {
  audit.runs = audit.runs.map((run, index) => ({
    ...run,
    results: run.results.map((result) => (index === 1 && result.area === 'bank' ? { ...result, hasFailed: true } : result)),
  }))
  open()
  const [differs, failed] = await screen.findAllByRole('group')
  expect(differs).toHaveTextContent(t('admin.auditor.differing', { count: 2 }))
  expect(failed).toHaveTextContent(t('admin.auditor.failed', { count: 1 }))
  expect(failed).not.toHaveTextContent(t('admin.auditor.clean'))
  // The latest run is open, the other one is closed.
  const [latest, before] = screen.getAllByText(`${t('admin.auditor.area.bank')}:`)
  expect(latest).toBeVisible()
  expect(before).not.toBeVisible()
  await user.click(within(differs as HTMLElement).getByText(t('admin.auditor.nightly')))
  await user.click(within(failed as HTMLElement).getByText(t('admin.auditor.nightly')))
  expect(latest).not.toBeVisible()
  expect(before).toBeVisible()
})

it('starts a run and shows it', async () => {
  open()
  await user.click(await screen.findByRole('button', { name: t('admin.auditor.run') }))
  const waiting = await screen.findByText(t('admin.auditor.waiting'))
  expect(lastToast()).toBe(t('admin.auditor.asked'))
  await user.click(waiting)
  expect(waiting.closest('details')).not.toHaveAttribute('open')
  const clean = screen.getByText(t('admin.auditor.clean'))
  await user.click(clean)
  expect(clean.closest('details')).toHaveAttribute('open')
})

it('saves a note and refuses an empty one', async () => {
  open()
  const slot = await card('baku-2026-11-26-10')
  await user.click(slot.getByRole('button', { name: t('admin.auditor.addNote') }))
  await user.click(slot.getByRole('button', { name: t('admin.auditor.saveNote') }))
  expect(slot.getByLabelText(new RegExp(t('admin.auditor.note')))).toBeInvalid()
  await user.type(slot.getByLabelText(new RegExp(t('admin.auditor.note'))), 'Əl ilə dəyişdirilib')
  await user.click(slot.getByRole('button', { name: t('admin.auditor.saveNote') }))
  // Finding 2 is that of the slot.
  await waitFor(() => expect(audit.findings.find(({ id }) => id === 2)?.note).toBe('Əl ilə dəyişdirilib'))
  const noted = await card('baku-2026-11-26-10')
  await noted.findByText('Əl ilə dəyişdirilib')
  await user.click(noted.getByRole('button', { name: t('admin.auditor.editNote') }))
  expect(noted.getByRole('textbox')).toHaveValue('Əl ilə dəyişdirilib')
  await user.click(noted.getByRole('button', { name: t('admin.back') }))
  expect(noted.queryByRole('textbox')).toBeNull()
})

it('resolved findings are in a list of their own', async () => {
  // The parameter means "repaired".
  open('duzelmis')
  await card('SQ-7K4M-29')
  expect(screen.queryByText(/baku-2026/)).toBeNull()
  audit.findings = []
  await user.click(screen.getByRole('link', { name: t('admin.auditor.open') }))
  await screen.findByRole('heading', { name: t('admin.auditor.empty') })
})

it('offers a retry when loading fails', async () => {
  server.use(http.get(`${BASE}/admin/auditor/findings`, () => problem(403, 'forbidden', 'İcazəniz yoxdur')))
  open()
  // The findings are requested again once the runs are loaded.
  await screen.findAllByText(new RegExp(t('admin.auditor.nightly')))
  const retryButton = await screen.findByRole('button', { name: t('common.retry') })
  server.resetHandlers()
  await user.click(retryButton)
  await card('SQ-7K4M-29')
})

it('the name of a field includes the item that it is about', () => {
  expect(fieldText(t, { field: 'returned:7/70' })).toBe(`${t('admin.auditor.field.returned')} (7/70)`)
  expect(fieldText(t, { field: 'taken' })).toBe(t('admin.auditor.field.taken'))
  expect(valueText(t, { area: 'refunds', field: 'refunded_count:1' }, '2')).toBe('2')
  expect(valueText(t, { area: 'refunds', field: 'refunded' }, '250')).toBe(money(250))
})
