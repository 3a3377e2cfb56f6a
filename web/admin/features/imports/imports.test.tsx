// In the mock, import 1 is finished, import 2 is checked with two refused lines, and import 3 waits for the meaning of its columns.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as List } from '~admin/routes/import-list'
import { Component as Steps } from '~admin/routes/import-steps'
import { Component as Upload } from '~admin/routes/import-upload'
import { useToasts } from '~shared/ui/toast-store'
import { categoryDesk } from '~mock/category-desk-state'
import { changeImport, deskImport, importDesk } from '~mock/import-desk-state'
import { openAt, t } from '~mock/in-shop'
import { signInStaff } from '~mock/staff-sign-in'
import { storeDesk } from '~mock/store-desk-state'

const user = userEvent.setup({ delay: null })
/** The page polls the state while the server works. */
const AFTER_POLL = { timeout: 5_000 }
const openOne = (id: string) => openAt(adminPaths.import(id), { path: '/idare/idxallar/:id', Component: Steps })
const openUpload = () => openAt(adminPaths.newImport(), { path: '/idare/idxallar/yeni', Component: Upload })
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const chooseFile = async (name: string) =>
  user.upload(await screen.findByLabelText(t('adminImports.file.choose')), new File(['slug,price\n'], name))
const meaning = (name: string) => screen.findByLabelText(name)
/** Import 2 or 3 would write 80 products. */
const startButton = () => screen.findByRole('button', { name: t('adminImports.start', { count: 80 }) })

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it('the page is shown only to staff with the permission', async () => {
  signInStaff({ roles: ['courier'], permissions: [] })
  openAt(adminPaths.imports(), { path: '/idare/idxallar', Component: List })
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

it('an empty list links to the upload', async () => {
  importDesk.imports = []
  openAt(adminPaths.imports(), { path: '/idare/idxallar', Component: List })
  await screen.findByRole('heading', { name: t('adminImports.empty') })
  const links = screen.getAllByRole('link', { name: t('adminImports.new') })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([adminPaths.newImport(), adminPaths.newImport()])
})

it('the upload says that products need a store and a category if the shop has none', async () => {
  storeDesk.stores = []
  categoryDesk.categories = []
  openUpload()
  expect(await screen.findByRole('link', { name: t('adminProducts.needs.store') })).toHaveAttribute('href', adminPaths.newStore())
  expect(await screen.findByRole('link', { name: t('adminProducts.needs.category') })).toHaveAttribute('href', adminPaths.newCategory())
})

it('lists imports with their state', async () => {
  openAt(adminPaths.imports(), { path: '/idare/idxallar', Component: List })
  await screen.findByRole('link', { name: 'mehsullar-2.csv' })
  screen.getByText(t('adminImports.state.checked'))
  screen.getByText(t('adminImports.summary.refused', { count: 2 }))
})

it('uploads a file and opens its import', async () => {
  openUpload()
  await chooseFile('gullər.csv')
  await screen.findByText('at /idare/idxallar/4')
  expect(deskImport(4)?.fileName).toBe('gullər.csv')
})

it('shows why the server refuses a file', async () => {
  openUpload()
  const input = await screen.findByLabelText(t('adminImports.file.choose'))
  await userEvent.setup({ delay: null, applyAccept: false }).upload(input, new File(['x'], 'sekil.png'))
  expect(await screen.findByRole('alert')).toHaveTextContent(t('errors.fields.unknown_format'))
})

it('an import is mapped, checked, and written once the user agrees to skip the refused lines', async () => {
  openOne('3')
  expect(await meaning('Qiymət')).toHaveValue('price')
  await user.selectOptions(await meaning('Təchizatçı'), 'price')
  await press(t('adminImports.check'))
  await screen.findByText('Bu dəyər başqa sütunda da seçilib')
  await user.selectOptions(await meaning('Təchizatçı'), '')
  await press(t('adminImports.check'))
  await screen.findByText(t('adminImports.code.formula'), {}, AFTER_POLL)
  expect(await startButton()).toBeDisabled()
  await user.click(screen.getByLabelText(t('adminImports.skip', { count: 2 })))
  await user.click(screen.getByLabelText(t('adminImports.asDrafts')))
  await user.click(await startButton())
  await screen.findByText(t('adminImports.undo.text'), {}, AFTER_POLL)
  expect(deskImport(3)).toMatchObject({ state: 'done', skipRefused: true, asDrafts: true })
})

it('a checked import can be mapped again or cancelled, and its refused lines are downloaded', async () => {
  const saved: Blob[] = []
  const createObjectURL = (content: Blob) => {
    saved.push(content)
    return 'blob:errors'
  }
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} })
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  openOne('2')
  await press(t('adminImports.errors.csv'))
  await waitFor(() => expect(download).toHaveBeenCalledTimes(1))
  expect(await saved[0]?.text()).toMatch(/^line,column,field/)
  await press(t('adminImports.columns.again'))
  expect(await meaning('Kod')).toHaveValue('slug')
  await press(t('adminImports.cancel.button'))
  await press(t('adminStaff.cancel'))
  expect(deskImport(2)?.state).toBe('checked')
  await press(t('adminImports.cancel.button'))
  await press(t('adminImports.cancel.yes'))
  await screen.findByText(t('adminImports.state.cancelled'))
  expect(deskImport(2)?.state).toBe('cancelled')
})

it('an import is undone, and the products that stay as they are are listed', async () => {
  openOne('1')
  await press(t('adminImports.undo.button'))
  await press(t('adminImports.undo.yes'))
  expect(await screen.findByRole('link', { name: 'qirmizi-qizilgul-25' }, AFTER_POLL)).toHaveAttribute('href', adminPaths.product('101'))
})

it('an import that another operator has changed is shown in its new state', async () => {
  openOne('2')
  await startButton()
  changeImport(2, { state: 'cancelled' })
  await user.click(screen.getByLabelText(t('adminImports.skip', { count: 2 })))
  await user.click(await startButton())
  await screen.findByText(t('adminImports.state.cancelled'))
  expect(useToasts.getState().toasts).toHaveLength(1)
})

it('a failed import shows the reason', async () => {
  importDesk.imports = importDesk.imports.map((entry) => (entry.id === 3 ? { ...entry, state: 'failed', failure: 'no_lines' } : entry))
  openOne('3')
  expect(await screen.findByRole('alert')).toHaveTextContent(t('adminImports.code.no_lines'))
})
