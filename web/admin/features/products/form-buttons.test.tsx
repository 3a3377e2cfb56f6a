// Presses the buttons of the product form that change nothing on the server by themselves.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as Editor } from '~admin/routes/product-editor'
import { inLanguage } from '~admin/ui/language-fields'
import { products } from '~mock/catalogue'
import { choose, enter, fieldLabelled, pressButton } from '~mock/forms'
import { UPLOADED } from '~mock/handlers/pictures'
import { openAt, t } from '~mock/in-shop'
import { deskProductOf, deskProducts } from '~mock/product-desk-state'
import { signInStaff } from '~mock/staff-sign-in'

const user = userEvent.setup({ delay: null })
const label = (name: 'name' | 'categoryId') => new RegExp(`^${t(`adminProducts.label.${name}`)}( |$)`)
const nameField = () => fieldLabelled(new RegExp(`^${inLanguage(t('adminProducts.label.name'), 'az').replaceAll(/[()]/g, '.')}( |$)`))
const stockField = new RegExp(`^${t('adminProducts.label.initialStock')}`)
const pictures = () => [...document.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))

/** The value of the field `wrap`, of which a bouquet can have several. */
const WRAP = /^Yalnız lent$/
const wrapped = products.find(({ sizes, fields }) => !sizes?.length && 'wrap' in fields)
if (!wrapped) throw new Error('the mock needs a wrapped product without sizes')

beforeEach(() => signInStaff())

it('a new product gets pictures and sizes, loses them again, and is discarded after a confirmation', async () => {
  openAt(adminPaths.newProduct(), { path: '/idare/mehsullar/yeni', Component: Editor })
  enter(await nameField(), 'Yaz buketi')
  await choose(await fieldLabelled(label('categoryId')), /Qızılgül buketləri$/)
  fireEvent.click(await fieldLabelled(WRAP))
  expect(await fieldLabelled(WRAP)).toBeChecked()

  await user.upload(await screen.findByLabelText(t('adminProducts.pictures.add')), new File(['x'], 'a.png', { type: 'image/png' }))
  await waitFor(() => expect(pictures()).toEqual([UPLOADED]))
  // The only picture cannot move.
  await pressButton(t('adminProducts.pictures.earlier', { n: 1 }))
  await pressButton(t('adminProducts.pictures.later', { n: 1 }))
  await pressButton(t('adminProducts.pictures.remove', { n: 1 }))
  expect(pictures()).toEqual([])

  await fieldLabelled(stockField)
  await pressButton(t('adminProducts.sizes.add'))
  const fields = screen.getByText(t('adminProducts.sizes.fields')).closest('details')
  fireEvent.click(screen.getByText(t('adminProducts.sizes.fields')))
  expect(fields).toHaveAttribute('open')
  // Each size has its own stock.
  expect(screen.queryByLabelText(stockField)).toBeNull()
  // The only size cannot move.
  await pressButton(t('adminProducts.sizes.earlier', { n: 1 }))
  await pressButton(t('adminProducts.sizes.later', { n: 1 }))
  await pressButton(t('adminProducts.sizes.remove', { n: 1 }))
  await fieldLabelled(stockField)

  await pressButton(t('adminProducts.discard'))
  await pressButton(t('adminStaff.cancel'))
  expect(await nameField()).toHaveValue('Yaz buketi')
  await pressButton(t('adminProducts.discard'))
  await pressButton(t('adminProducts.discardNow'))
  await waitFor(async () => expect(await nameField()).toHaveValue(''))
  expect(await fieldLabelled(label('categoryId'))).toHaveValue('')
  expect(deskProducts().some(({ form }) => form.name.az === 'Yaz buketi')).toBe(false)
})

it('a product gets more values of its fields, and more categories', async () => {
  openAt(adminPaths.product(String(wrapped.id)), { path: '/idare/mehsullar/:id', Component: Editor })
  const form = () => deskProductOf(wrapped.id)?.form
  const wrap = () => form()?.fields.find(({ key }) => key === 'wrap')?.values ?? []
  const [before, categories] = [wrap(), form()?.alsoCategoryIds ?? []]
  const hadRibbon = before.includes('ribbon')
  fireEvent.click(await fieldLabelled(WRAP))
  fireEvent.click(await fieldLabelled(/Ani çap kameraları$/))
  await pressButton(t('adminProducts.save'))
  await waitFor(() => expect(wrap().includes('ribbon')).toBe(!hadRibbon))
  expect(form()?.alsoCategoryIds).toHaveLength(categories.length + 1)
})
