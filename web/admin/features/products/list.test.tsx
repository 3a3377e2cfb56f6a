import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { adminPaths, type ProductFilter } from '~admin/paths'
import { Component as List } from '~admin/routes/product-list'
import { money } from '~shared/i18n/format'
import { violationsOf } from '~mock/accessibility'
import { products } from '~mock/catalogue'
import { BASE, cursorPage, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { deskProducts, reserve, storeProduct } from '~mock/product-desk-state'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'

const saveFile = vi.hoisted(() => vi.fn<(name: string, content: Blob) => void>())
vi.mock('~admin/lib/save-file', () => ({ saveFile }))

const user = userEvent.setup({ delay: null })
const open = (filter?: ProductFilter) => openAt(adminPaths.products(filter), { path: '/idare/mehsullar', Component: List })
const table = () => screen.findByRole('table', { name: t('adminProducts.title') })
/** Without the header. */
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
const links = async () => within(await table()).getAllByRole('link')
const names = async () => (await links()).map(({ textContent }) => textContent)
const searchField = () => screen.getByLabelText(t('adminProducts.searchField'))
const withPlainSpaces = (text: string | null) => text?.replaceAll('\u00a0', ' ')

const newest = () => {
  const [product] = deskProducts()
  if (!product) throw new Error('the mock has no product')
  return product
}

beforeEach(() => {
  signInStaff()
})

it('the list is shown only to staff with the permission', async () => {
  signInStaff({ roles: ['courier'], permissions: ['orders_read'] })
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

it('staff who may only read have no button for a new product', async () => {
  signInStaff({ roles: ['support'], permissions: ['products_read'] })
  open()
  await table()
  expect(screen.queryByRole('link', { name: t('adminProducts.new') })).toBeNull()
  // Without the right to list all stores, the open ones are offered.
  await within(screen.getByLabelText(t('adminProducts.label.storeId'))).findByRole('option', { name: 'Gül evi' })
})

it('a row shows name, state, category, store, price, stock and what is missing', async () => {
  const { id, form, stock } = newest()
  storeProduct(id, 'changed', { name: { az: form.name.az }, pictures: [], discountedPrice: form.price - 100 }, { state: 'withdrawn' })
  reserve(id, 2)
  const { container } = open()
  const [first] = await rows()
  const cells = within(first as HTMLElement).getAllByRole('cell')
  expect(cells.map(({ textContent }) => withPlainSpaces(textContent))).toEqual([
    '',
    form.name.az,
    t('adminProducts.state.withdrawn'),
    expect.stringMatching(/\S/),
    newest().storeName,
    withPlainSpaces(`${money(form.price - 100)} ${money(form.price)}`),
    `${t('adminProducts.column.stock')}: ${stock - 2} ${t('adminProducts.reserved', { count: 2 })}`,
    `RUEN${t('adminProducts.noPicture')}`,
  ])
  expect(within(first as HTMLElement).getByRole('link')).toHaveAttribute('href', adminPaths.product(String(id)))
  expect(await violationsOf(container)).toEqual([])
})

it('more products are loaded when “load more” is pressed', async () => {
  open()
  await waitFor(async () => expect(await rows()).toHaveLength(50))
  await user.click(screen.getByRole('button', { name: t('catalog.loadMore') }))
  await waitFor(async () => expect(await rows()).toHaveLength(100))
  await user.click(await screen.findByRole('button', { name: t('catalog.loadMore') }))
  await waitFor(async () => expect(await rows()).toHaveLength(products.length))
  expect(screen.queryByRole('button', { name: t('catalog.loadMore') })).toBeNull()
})

it('the address has the filter and the order, and the form shows them', async () => {
  const { address } = open()
  await table()
  await user.click(screen.getByRole('link', { name: t('adminProducts.state.published') }))
  await user.selectOptions(
    screen.getByLabelText(t('adminProducts.label.categoryId')),
    await screen.findByRole('option', { name: /› Buketlər$/ }),
  )
  await user.selectOptions(screen.getByLabelText(t('adminProducts.label.storeId')), 'Gül evi')
  await user.selectOptions(screen.getByLabelText(t('adminProducts.sortLabel')), t('adminProducts.sort.price_desc'))
  await user.type(searchField(), 'buket{Enter}')
  expect(address()).toBe(
    adminPaths.products({ state: 'published', categoryId: '2', storeId: '1', sort: 'price', direction: 'desc', text: 'buket' }),
  )
  await waitFor(async () => expect((await names()).length).toBeGreaterThan(1))
  const prices = (await names()).map((name) => deskProducts().find(({ form }) => form.name.az === name)?.form.price ?? 0)
  expect(prices).toEqual(prices.toSorted((a, b) => b - a))
  expect(screen.getByLabelText(t('adminProducts.label.categoryId'))).toHaveValue('2')
  expect(searchField()).toHaveValue('buket')
  await user.click(screen.getByRole('button', { name: t('common.search.clear') }))
  await waitFor(() => expect(searchField()).toHaveValue(''))
  await user.click(screen.getByRole('link', { name: t('adminProducts.clear') }))
  expect(address()).toBe(adminPaths.products({ sort: 'price', direction: 'desc' }))
})

it('the list can be sorted by stock only while it is filtered by stock', async () => {
  const { id } = newest()
  reserve(id, newest().stock)
  const { address } = open()
  await table()
  const sort = () => within(screen.getByLabelText(t('adminProducts.sortLabel')))
  expect(sort().queryByRole('option', { name: t('adminProducts.sort.stock_asc') })).toBeNull()
  await user.selectOptions(screen.getByLabelText(t('adminProducts.column.stock')), t('adminProducts.level.none'))
  await waitFor(async () => expect(await names()).toContain(newest().form.name.az))
  await user.selectOptions(screen.getByLabelText(t('adminProducts.sortLabel')), t('adminProducts.sort.stock_asc'))
  expect(address()).toBe(adminPaths.products({ stock: 'none', sort: 'stock', direction: 'asc' }))
  await user.selectOptions(screen.getByLabelText(t('adminProducts.column.stock')), '')
  expect(address()).toBe(adminPaths.products())
})

it('products without a picture are found, and an empty result says so', async () => {
  const { id } = newest()
  storeProduct(id, 'changed', { pictures: [] })
  open()
  await table()
  await user.selectOptions(screen.getByLabelText(t('adminProducts.column.missing')), t('adminProducts.missingPart.picture'))
  await waitFor(async () => expect(await names()).toEqual([newest().form.name.az]))
  await user.click(screen.getByRole('link', { name: t('adminProducts.state.draft') }))
  await screen.findByRole('heading', { name: t('adminProducts.empty') })
  screen.getByText(t('adminProducts.emptyFilter'))
  expect(screen.queryByRole('link', { name: t('adminProducts.emptyImport') })).toBeNull()
})

it('a list without any products links to the import and to the form', async () => {
  server.use(http.get(`${BASE}/admin/products`, ({ request }) => cursorPage(request, [])))
  open()
  expect(await screen.findByRole('link', { name: t('adminProducts.emptyImport') })).toHaveAttribute('href', adminPaths.newImport())
  expect(screen.getAllByRole('link', { name: t('adminProducts.new') })).toHaveLength(2)
})

it('unknown values in the address are ignored', async () => {
  openAt('/idare/mehsullar?veziyyet=x&qaliq=y&sira=stock&kateqoriya=abc', { path: '/idare/mehsullar', Component: List })
  await waitFor(async () => expect(await rows()).toHaveLength(50))
})

it('keys work: “/” focuses the search, arrows move between rows, Enter opens a product', async () => {
  const { address } = open()
  await table()
  await user.keyboard('/')
  expect(searchField()).toHaveFocus()
  // In the field, “/” is a letter.
  await user.keyboard('/')
  expect(searchField()).toHaveValue('/')
  await user.clear(searchField())
  await user.keyboard('{ArrowDown}')
  const [first, second] = await links()
  expect(first).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(second).toHaveFocus()
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(first).toHaveFocus()
  await user.keyboard('{End}')
  expect((await links()).at(-1)).toHaveFocus()
  await user.keyboard('{Home}{Enter}')
  expect(address()).toBe(adminPaths.product(String(newest().id)))
})

it('offers a retry when loading fails', async () => {
  server.use(http.get(`${BASE}/admin/products`, () => problem(403, 'forbidden', 'İcazəniz yoxdur')))
  open()
  const retryButton = await screen.findByRole('button', { name: t('common.retry') })
  server.resetHandlers()
  await user.click(retryButton)
  await table()
})

it.each([
  ['Excel', 'xlsx', 'xlsx'],
  ['CSV', 'csv', 'csv'],
  ['YML', 'yml', 'xml'],
])('saves the filtered list as a file: %s', async (label, format, extension) => {
  saveFile.mockClear()
  open({ state: 'draft' })
  await user.click(await screen.findByRole('button', { name: label }))
  await waitFor(() => expect(saveFile).toHaveBeenCalled())
  const [name, content] = saveFile.mock.calls[0] ?? []
  expect(name).toBe(`sovqat-products.${extension}`)
  expect(await content?.text()).toBe(`?state=draft&format=${format}`)
})

it('changes all products of the filtered list, or closes the form', async () => {
  open({ text: newest().form.name.az })
  await user.click(await screen.findByRole('button', { name: t('adminProducts.bulk.list') }))
  await user.type(screen.getByLabelText(t('adminProducts.bulk.value.percent')), '-10')
  await user.click(screen.getByRole('button', { name: t('adminProducts.bulk.preview') }))
  await screen.findByText(t('adminProducts.bulk.wouldChange', { count: 1 }))
  await user.click(screen.getByRole('button', { name: t('adminProducts.bulk.close') }))
  expect(screen.queryByRole('region', { name: t('adminProducts.bulk.list') })).toBeNull()
  screen.getByRole('button', { name: t('adminProducts.bulk.list') })
})

it('changes the prices of the chosen products after a preview, and undoes it', async () => {
  open()
  const { id, form } = newest()
  await user.click(await screen.findByLabelText(t('adminProducts.bulk.select', { name: form.name.az })))
  await user.click(screen.getByRole('button', { name: t('adminProducts.bulk.title', { count: 1 }) }))
  await user.type(screen.getByLabelText(t('adminProducts.bulk.value.percent')), '10')
  await user.click(screen.getByRole('button', { name: t('adminProducts.bulk.preview') }))
  await screen.findByText(t('adminProducts.bulk.wouldChange', { count: 1 }))
  expect(deskProducts().find((product) => product.id === id)?.form.price).toBe(form.price)
  await user.click(screen.getByRole('button', { name: t('adminProducts.bulk.apply', { count: 1 }) }))
  await screen.findByText(t('adminProducts.bulk.changed', { count: 1 }))
  expect(deskProducts().find((product) => product.id === id)?.form.price).toBe(Math.round(form.price * 1.1))
  await user.click(screen.getByRole('button', { name: t('adminProducts.bulk.undo') }))
  await screen.findByText(t('adminProducts.bulk.undone', { count: 1 }))
})
