// Presses the buttons of the category form that expand its fields, and those of its picture.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as Editor } from '~admin/routes/category-editor'
import { deskCategory } from '~mock/category-desk-state'
import { enter, fieldLabelled, pressButton } from '~mock/forms'
import { UPLOADED } from '~mock/handlers/pictures'
import { openAt, t } from '~mock/in-shop'
import { signInStaff } from '~mock/staff-sign-in'

const user = userEvent.setup({ delay: null })
const uploadPicture = async () => {
  const input = await fieldLabelled(new RegExp(`^${t('adminCategories.label.imageUrl')}`))
  await user.upload(input, new File(['x'], 'a.png', { type: 'image/png' }))
  await screen.findByText(t('admin.picture.uploaded'))
}
const removeName = t('admin.picture.removeOf', { name: t('adminCategories.label.imageUrl') })
const pictures = () => [...document.querySelectorAll('main img, form img')].map((picture) => picture.getAttribute('src'))

beforeEach(() => signInStaff())

it('each kind of field is expanded and collapsed, and a new picture replaces the old one', async () => {
  // The category has the fields `style` (a choice) and `fresh` (a toggle).
  openAt(adminPaths.category('16'), { path: '/idare/kateqoriyalar/:id', Component: Editor })
  const toggler = (name: RegExp) => screen.findByRole('button', { name })
  /** Presses the button of a field, and checks whether its inputs are shown. */
  const toggle = async (name: RegExp, isOpen: boolean) => {
    await user.click(await toggler(name))
    expect(await toggler(name)).toHaveAttribute('aria-expanded', String(isOpen))
  }
  const fresh = new RegExp(`${t('adminCategories.type.toggle')}$`)
  await toggle(fresh, true)
  await toggle(fresh, false)
  await toggle(/^Üslub /, true)
  enter(await fieldLabelled(new RegExp(`^${t('adminCategories.label.type')}`)), 'range')
  await toggle(new RegExp(`^Üslub ${t('adminCategories.type.range')}$`), false)
  await pressButton(t('adminCategories.addField'))
  await toggle(new RegExp(t('admin.missingLanguages', { languages: 'AZ, RU, EN' })), false)
  await pressButton(t('adminCategories.removeOf', { name: t('adminCategories.newField') }))
  await uploadPicture()
  await pressButton(t('adminCategories.save'))
  await waitFor(() => expect(deskCategory(16)).toMatchObject({ imageUrl: UPLOADED, version: 2 }))
  expect(deskCategory(16)?.fields.map(({ type }) => type)).toEqual(['range', 'toggle'])
})

it('the picture of a new category is removed', async () => {
  openAt(adminPaths.newCategory(), { path: '/idare/kateqoriyalar/yeni', Component: Editor })
  await uploadPicture()
  expect(pictures()).toContain(UPLOADED)
  await pressButton(removeName)
  expect(pictures()).toEqual([])
})
