import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as Editor } from '~admin/routes/product-editor'
import { inLanguage } from '~admin/ui/language-fields'
import type { ProductForm } from '~shared/api/types'
import { products } from '~mock/catalogue'
import { choose, enter, fieldLabelled, pressButton } from '~mock/forms'
import { BASE, invalid, ok } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { deskProductOf, moveStock, storeProduct } from '~mock/product-desk-state'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'

const user = userEvent.setup({ delay: null })
const openOne = (id: number) => openAt(adminPaths.product(String(id)), { path: '/idare/mehsullar/:id', Component: Editor })
const save = () => pressButton(t('adminProducts.save'))

/** Products of the mock: one with at least three sizes (their ids are `id * 10 + index`), and one without sizes. */
const sized = products.find(({ sizes }) => (sizes?.length ?? 0) > 2)
const plain = products.find(({ sizes }) => !sizes?.length)
if (!sized || !plain) throw new Error('the mock needs a product with sizes and one without')
const formOf = (id: number) => {
  const product = deskProductOf(id)
  if (!product) throw new Error(`the mock has no product ${id}`)
  return product.form
}

beforeEach(() => {
  signInStaff()
})

describe('pictures', () => {
  const { id } = plain
  const [A, B, C] = ['/media/a/640.webp', '/media/b/640.webp', '/media/c/640.webp'] as const
  const file = (name: string) => new File(['bytes'], name, { type: 'image/jpeg' })
  const input = () => screen.findByLabelText(t('adminProducts.pictures.add'))
  /** In the order of the page. */
  const order = () => screen.getAllByRole('img', { name: /^Şəkil \d+$/ }).map((picture) => picture.getAttribute('src'))
  const button = (which: 'earlier' | 'later' | 'remove', n: number) => screen.findByLabelText(t(`adminProducts.pictures.${which}`, { n }))
  const group = () => screen.getByRole('group', { name: t('adminProducts.label.pictures') })

  beforeEach(() => {
    storeProduct(id, 'changed', { pictures: [A, B, C] })
    let uploads = 0
    server.use(
      http.post(`${BASE}/admin/pictures`, () => {
        uploads += 1
        return ok({ url: `/media/upload${uploads}/640.webp`, width: 1280, height: 1280 })
      }),
    )
  })

  it('are reordered with the keyboard, and the focus follows', async () => {
    openOne(id)
    ;(await button('later', 1)).focus()
    await user.keyboard('{Enter}')
    expect(order()).toEqual([B, A, C])
    expect(await button('later', 2)).toHaveFocus()
    screen.getByText(t('adminProducts.pictures.movedTo', { n: 2, count: 3 }))
    await user.keyboard('{Enter}')
    expect(order()).toEqual([B, C, A])
    // The last picture cannot move on, but its button keeps the focus.
    expect(await button('later', 3)).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(order()).toEqual([B, C, A])
    ;(await button('earlier', 3)).focus()
    await user.keyboard('{Enter}{Enter}')
    expect(order()).toEqual([A, B, C])
    expect(await button('earlier', 1)).toHaveFocus()
    fireEvent.click(await button('earlier', 3))
    await save()
    await waitFor(() => expect(formOf(id).pictures).toEqual([A, C, B]))
  })

  it('are reordered by dragging', async () => {
    openOne(id)
    await button('later', 1)
    const items = screen.getAllByRole('img', { name: /^Şəkil \d+$/ }).map((picture) => picture.closest('li') as HTMLElement)
    const [first, , last] = items
    if (!first || !last) throw new Error('pictures are missing')
    const dataTransfer = { setData() {}, files: [] }
    fireEvent.dragStart(first, { dataTransfer })
    fireEvent.dragOver(last, { dataTransfer })
    fireEvent.drop(last, { dataTransfer })
    fireEvent.dragEnd(first, { dataTransfer })
    expect(order()).toEqual([B, C, A])
  })

  it('are uploaded by the button and by dropping files, and removed', async () => {
    openOne(id)
    await user.upload(await input(), [file('1.jpg'), file('2.jpg')])
    await screen.findByRole('img', { name: t('adminProducts.pictures.alt', { n: 5 }) })
    fireEvent.dragOver(group(), { dataTransfer: { files: [] } })
    fireEvent.dragLeave(group(), { dataTransfer: { files: [] } })
    fireEvent.drop(group(), { dataTransfer: { files: [file('3.jpg')] } })
    await screen.findByRole('img', { name: t('adminProducts.pictures.alt', { n: 6 }) })
    fireEvent.click(await button('remove', 1))
    await save()
    await waitFor(() => expect(formOf(id).pictures).toHaveLength(5))
    expect(formOf(id).pictures.slice(0, 2)).toEqual([B, C])
  })

  it('are uploaded except for those that the server refuses, with the reason beside the field', async () => {
    server.use(http.post(`${BASE}/admin/pictures`, () => invalid('picture', 'unsupported_picture', 'Bu fayl şəkil deyil.'), { once: true }))
    openOne(id)
    await user.upload(await input(), [file('no-picture.jpg'), file('2.jpg')])
    await screen.findByRole('img', { name: t('adminProducts.pictures.alt', { n: 4 }) })
    expect(group()).toHaveAccessibleDescription('Bu fayl şəkil deyil.')
    await pressButton(`${t('adminProducts.label.pictures')}: Bu fayl şəkil deyil.`)
    expect(await input()).toHaveFocus()
  })

  it('are uploaded except for files of another type, which are not sent', async () => {
    openOne(id)
    await button('later', 1)
    const document = new File(['bytes'], '1.pdf', { type: 'application/pdf' })
    fireEvent.drop(group(), { dataTransfer: { files: [document, file('2.jpg')] } })
    await screen.findByRole('img', { name: t('adminProducts.pictures.alt', { n: 4 }) })
    expect(group()).toHaveAccessibleDescription(t('errors.fields.unsupported_picture'))
    expect(screen.queryByRole('img', { name: t('adminProducts.pictures.alt', { n: 5 }) })).toBeNull()
  })

  it('are at most twelve', async () => {
    openOne(id)
    await user.upload(
      await input(),
      Array.from({ length: 10 }, (_, n) => file(`${n}.jpg`)),
    )
    await screen.findByRole('img', { name: t('adminProducts.pictures.alt', { n: 12 }) })
    expect(group()).toHaveAccessibleDescription(t('adminProducts.pictures.tooMany', { max: 12 }))
    expect(screen.queryByRole('img', { name: t('adminProducts.pictures.alt', { n: 13 }) })).toBeNull()
  })
})

describe('sizes', () => {
  const { id } = sized
  /** Matches the label of a field in the size with this number. */
  const inSize = (n: number, label: string) => new RegExp(`^${t('adminProducts.sizes.of', { n, label }).replaceAll(/[()]/g, '.')}( |$)`)
  const azName = inLanguage(t('adminProducts.label.name'), 'az')
  const nameOf = (n: number) => fieldLabelled(inSize(n, azName))
  const priceOf = (n: number) => fieldLabelled(inSize(n, t('adminProducts.label.price')))

  it('are added with their own price and picture, and removed', async () => {
    openOne(id)
    const count = formOf(id).sizes.length
    await pressButton(t('adminProducts.sizes.add'))
    expect(await nameOf(count + 1)).toHaveFocus()
    enter(await nameOf(count + 1), '201 ədəd')
    enter(await priceOf(count + 1), '499,90')
    await choose(await fieldLabelled(inSize(count + 1, t('adminProducts.sizes.picture'))), t('adminProducts.pictures.alt', { n: 2 }))
    await pressButton(t('adminProducts.sizes.add'))
    await pressButton(t('adminProducts.sizes.remove', { n: count + 2 }))
    await save()
    await waitFor(() => expect(formOf(id).sizes).toHaveLength(count + 1))
    expect(formOf(id).sizes.at(-1)).toMatchObject({ name: { az: '201 ədəd' }, price: 49_990, picture: formOf(id).pictures[1] })
    // The sizes that existed keep their ids.
    expect(formOf(id).sizes[0]?.id).toBe(id * 10)
  })

  it('keep the id of a save when they are moved and changed while the request runs', async () => {
    let answer = () => {}
    const waiting = new Promise<void>((resolve) => (answer = resolve))
    const requests: ProductForm[] = []
    server.use(
      http.put(`${BASE}/admin/products/:id`, async ({ request }) => {
        requests.push((await request.clone().json()) as ProductForm)
        await waiting
      }),
    )
    openOne(id)
    const n = formOf(id).sizes.length + 1
    await pressButton(t('adminProducts.sizes.add'))
    enter(await nameOf(n), '201 ədəd')
    enter(await priceOf(n), '499')
    await save()
    await waitFor(() => expect(requests).toHaveLength(1))
    await pressButton(t('adminProducts.sizes.earlier', { n }))
    const price = await priceOf(n - 1)
    await user.type(price, '5')
    answer()
    await waitFor(() => expect(formOf(id).sizes).toHaveLength(n))
    const savedId = formOf(id).sizes.at(-1)?.id
    // The button is enabled again when the response has been processed.
    await save()
    expect(price).toHaveFocus()
    await waitFor(() => expect(requests).toHaveLength(2))
    expect(requests[1]?.sizes.at(-2)).toMatchObject({ id: savedId, price: 499_500 })
  })

  it('lose their picture when it is removed from the product', async () => {
    const [first] = formOf(id).pictures
    storeProduct(id, 'changed', { sizes: formOf(id).sizes.map((size) => ({ ...size, picture: first ?? '' })) })
    openOne(id)
    await pressButton(t('adminProducts.pictures.remove', { n: 1 }))
    await save()
    await waitFor(() => expect(formOf(id).pictures).not.toContain(first))
    expect(formOf(id).sizes.filter(({ picture }) => picture)).toEqual([])
  })

  it('are reordered, and show errors beside their fields', async () => {
    openOne(id)
    await pressButton(t('adminProducts.sizes.later', { n: 1 }))
    expect(await screen.findByLabelText(t('adminProducts.sizes.later', { n: 2 }))).toHaveFocus()
    await pressButton(t('adminProducts.sizes.earlier', { n: 3 }))
    enter(await priceOf(2), '1,005')
    await save()
    await waitFor(async () => expect(await priceOf(2)).toHaveAccessibleDescription(t('errors.fields.invalid')))
    enter(await priceOf(2), '80')
    await save()
    await waitFor(() => expect(formOf(id).sizes.map(({ id: sizeId }) => sizeId)).toEqual([1, 2, 0, 3].map((index) => id * 10 + index)))
    expect(formOf(id).sizes[1]?.price).toBe(8000)
  })

  it('have their own values of the fields', async () => {
    openOne(id)
    const stems = await fieldLabelled(inSize(1, '.*ədəd'))
    expect(stems).toHaveValue('15')
    expect(stems).not.toBeVisible()
    await user.click(screen.getAllByText(t('adminProducts.sizes.fields'))[0] as HTMLElement)
    await waitFor(() => expect(stems).toBeVisible())
    enter(stems, '17')
    await save()
    await waitFor(() => expect(formOf(id).sizes[0]?.fields).toEqual([{ key: 'stems', values: ['17'] }]))
  })

  it('are removed only without stock', async () => {
    moveStock(id, { sizeId: id * 10, kind: 'counted', count: 0, key: 'test' })
    openOne(id)
    expect(await screen.findByLabelText(t('adminProducts.sizes.remove', { n: 2 }))).toBeDisabled()
    await pressButton(t('adminProducts.sizes.remove', { n: 1 }))
    await save()
    await waitFor(() => expect(formOf(id).sizes.map(({ id: sizeId }) => sizeId)).not.toContain(id * 10))
  })
})
