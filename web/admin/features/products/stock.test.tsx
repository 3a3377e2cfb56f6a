import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as Editor } from '~admin/routes/product-editor'
import { useToasts } from '~shared/ui/toast-store'
import { products } from '~mock/catalogue'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { deskProductOf, movementsOf, moveStock, reserve, sell } from '~mock/product-desk-state'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'

const user = userEvent.setup({ delay: null })
/** Products of the mock: one without sizes and with more than ten units, and one with sizes (their ids are `id * 10 + index`). */
const plain = products.find(({ sizes, stock }) => !sizes?.length && stock > 10)
const sized = products.find(({ sizes }) => sizes?.length)
if (!plain || !sized) throw new Error('the mock needs a product with sizes and one without')

const open = (id: number) => openAt(adminPaths.product(String(id)), { path: '/idare/mehsullar/:id', Component: Editor })
const panel = async () => within(await screen.findByRole('region', { name: t('adminProducts.stock.title') }))
const field = async (name: 'count' | 'note' | 'countedAt') =>
  (await panel()).findByLabelText(new RegExp(`^${t(`adminProducts.stock.${name}`).replaceAll(/[()]/g, '.')}( |$)`))
const choose = async (kind: 'received' | 'counted' | 'damaged' | 'returned') =>
  user.click((await panel()).getByRole('radio', { name: t(`adminProducts.stock.kind.${kind}`) }))
const add = async () => user.click((await panel()).getByRole('button', { name: t('adminProducts.stock.add') }))
/** Newest first. */
const movements = async () => (await panel()).findAllByRole('listitem')
const figure = async (name: 'available' | 'reserved') =>
  (await panel()).getByText(t(`adminProducts.stock.${name}`)).nextElementSibling?.textContent
const lastToast = () => useToasts.getState().toasts.at(-1)?.text
const stockOf = (id: number) => deskProductOf(id)?.stock

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it('the panel shows available and reserved units, and the movements with their orders', async () => {
  sell(plain.id, 2, 'SQ-7K4M-29')
  reserve(plain.id, 3)
  open(plain.id)
  expect(await figure('available')).toBe(String(plain.stock - 5))
  expect(await figure('reserved')).toBe('3')
  const [sale] = await movements()
  expect(sale).toHaveTextContent(`${t('adminProducts.stock.kind.sold')}−2`)
  expect(within(sale as HTMLElement).getByRole('link', { name: 'SQ-7K4M-29' })).toHaveAttribute('href', adminPaths.order('SQ-7K4M-29'))
})

it('adds received units with a note', async () => {
  open(plain.id)
  await (await panel()).findByText(t('adminProducts.stock.none'))
  await user.type(await field('count'), '12')
  await user.type(await field('note'), 'Qaimə 17')
  await add()
  await waitFor(() => expect(stockOf(plain.id)).toBe(plain.stock + 12))
  await waitFor(() => expect(lastToast()).toBe(t('adminProducts.stock.added', { stock: plain.stock + 12 })))
  const [movement] = await movements()
  expect(movement).toHaveTextContent(/\+12.*Qaimə 17/)
  await waitFor(async () => expect(await figure('available')).toBe(String(plain.stock + 12)))
  // The form is empty again.
  expect(await field('count')).toHaveValue('')
  expect(movementsOf(plain.id)).toMatchObject([{ kind: 'received', change: 12, note: 'Qaimə 17' }])
})

it('a count is sent with the time at which it was made', async () => {
  open(plain.id)
  await panel()
  await choose('counted')
  await user.type(await field('count'), '0')
  await user.type(await field('countedAt'), '2026-11-27T20:00')
  await add()
  await waitFor(() =>
    expect(movementsOf(plain.id)).toMatchObject([{ kind: 'counted', change: -plain.stock, countedAt: '2026-11-27T16:00:00.000Z' }]),
  )
})

it('a wrong count is reported beside the field', async () => {
  open(plain.id)
  await panel()
  await choose('damaged')
  await add()
  await waitFor(async () => expect(await field('count')).toHaveAccessibleDescription(t('errors.fields.required')))
  await user.type(await field('count'), '0')
  await add()
  await waitFor(async () => expect(await field('count')).toHaveAccessibleDescription(t('errors.fields.out_of_range')))
  reserve(plain.id, plain.stock)
  await user.clear(await field('count'))
  await user.type(await field('count'), '1')
  await add()
  await waitFor(async () => expect(await field('count')).toHaveAccessibleDescription('Sifarişlərdə olandan az qala bilməz.'))
  const summary = `${t('adminProducts.stock.count')}: Sifarişlərdə olandan az qala bilməz.`
  await user.click((await panel()).getByRole('button', { name: summary }))
  expect(await field('count')).toHaveFocus()
  expect(stockOf(plain.id)).toBe(plain.stock)
  await choose('returned')
  await add()
  await waitFor(() => expect(stockOf(plain.id)).toBe(plain.stock + 1))
  await choose('received')
  await user.type(await field('count'), '2')
  await add()
  await waitFor(() => expect(movementsOf(plain.id)[0]).toMatchObject({ kind: 'received', change: 2 }))
})

it('a movement is added once when its response is lost and the button is pressed again', async () => {
  const keys: string[] = []
  server.use(
    http.post(
      `${BASE}/admin/products/:id/movements`,
      async ({ request }) => {
        const form = (await request.json()) as Parameters<typeof moveStock>[1]
        keys.push(form.key)
        moveStock(plain.id, form)
        return Response.error()
      },
      { once: true },
    ),
  )
  open(plain.id)
  await user.type(await field('count'), '5')
  await add()
  await (await panel()).findByRole('alert')
  await add()
  await waitFor(() => expect(lastToast()).toBe(t('adminProducts.stock.added', { stock: plain.stock + 5 })))
  expect(movementsOf(plain.id)).toHaveLength(1)
  expect(keys[0]).toMatch(/^[\da-f]{8}-?[\da-f]{4}-?/)
})

it('a movement of a product with sizes needs a size', async () => {
  open(sized.id)
  await user.type(await field('count'), '4')
  await add()
  const size = (await panel()).getByRole('combobox', { name: t('adminProducts.stock.size') })
  await waitFor(() => expect(size).toHaveAccessibleDescription(t('errors.fields.required')))
  const name = sized.sizes?.[1]?.name.az ?? ''
  await user.selectOptions(size, name)
  await add()
  await waitFor(() => expect(movementsOf(sized.id)).toMatchObject([{ sizeId: sized.id * 10 + 1, change: 4 }]))
})

it('older movements are loaded when “load more” is pressed', async () => {
  for (let n = 1; n <= 25; n += 1) moveStock(plain.id, { kind: 'received', count: n, key: `key-${n}` })
  open(plain.id)
  await waitFor(async () => expect(await movements()).toHaveLength(20))
  await user.click((await panel()).getByRole('button', { name: t('catalog.loadMore') }))
  await waitFor(async () => expect(await movements()).toHaveLength(25))
  // A new movement shifts the pages, and no movement is lost between them.
  await user.type(await field('count'), '7')
  await add()
  await waitFor(async () => expect(await movements()).toHaveLength(26))
})

it('offers a retry when the movements cannot be loaded', async () => {
  server.use(http.get(`${BASE}/admin/products/:id/movements`, () => problem(403, 'forbidden', 'İcazəniz yoxdur')))
  open(plain.id)
  const retry = await (await panel()).findByRole('button', { name: t('common.retry') })
  server.resetHandlers()
  await user.click(retry)
  await (await panel()).findByText(t('adminProducts.stock.none'))
})
