// Operators can create a product and approve a refund with the keyboard only.
// jsdom does not implement the keys of a native select, so these tests set its option once Tab has reached the select.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { deskProducts } from '~mock/product-desk-state'
import { fieldLabelled } from '~mock/forms'
import { openAt, t } from '~mock/in-shop'
import { orderOf, requestRefund } from '~mock/orders-state'
import { signInStaff } from '~mock/staff-sign-in'
import { money } from '~shared/i18n/format'
import { adminPaths } from './paths'
import { Component as ProductEditor } from './routes/product-editor'
import { Component as Refunds } from './routes/refunds'
import { inLanguage } from './ui/language-fields'

/** A delivered order of the mock, whose goods can be returned. */
const DELIVERED = 'SQ-2F9T-63'
/** More Tab stops than any form has. A group of checkboxes is one stop. */
const MAX_TABS = 40

const user = userEvent.setup({ delay: null })

async function tabTo(element: HTMLElement) {
  for (let count = 0; document.activeElement !== element; count += 1) {
    if (count > MAX_TABS) throw new Error(`Tab does not reach ${element.outerHTML.slice(0, 200)}`)
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await user.tab()
  }
}

const typeInto = async (element: HTMLElement, text: string) => {
  await tabTo(element)
  await user.keyboard(text)
}

const pressWithEnter = async (button: HTMLElement) => {
  await tabTo(button)
  await user.keyboard('{Enter}')
}

/** Parentheses in the label match any character. */
const productField = (name: 'name' | 'price' | 'storeId' | 'categoryId', language?: 'az') => {
  const label = t(`adminProducts.label.${name}`)
  return fieldLabelled(new RegExp(`^${(language ? inLanguage(label, language) : label).replaceAll(/[()]/g, '.')}( |$)`))
}

async function chooseByTab(select: HTMLElement, text: RegExp) {
  await tabTo(select)
  const option = await waitFor(() => {
    const found = [...(select as HTMLSelectElement).options].find((candidate) => text.test(candidate.text))
    if (!found) throw new Error(`no option is ${String(text)}`)
    return found
  })
  fireEvent.change(select, { target: { value: option.value } })
}

beforeEach(() => signInStaff())

it('a product is created without a mouse', async () => {
  const { address } = openAt(adminPaths.newProduct(), { path: '/idare/mehsullar/yeni', Component: ProductEditor })
  await typeInto(await productField('name', 'az'), 'Buket')
  await chooseByTab(await productField('storeId'), /^Gül evi$/)
  await chooseByTab(await productField('categoryId'), /Qızılgül buketləri$/)
  await fieldLabelled(/^Qırmızı$/)
  await typeInto(await productField('price'), '45')
  const create = screen.getByText(t('adminProducts.create')).closest('button') as HTMLElement
  await pressWithEnter(create)
  await waitFor(() => expect(deskProducts()[0]?.form).toMatchObject({ name: { az: 'Buket' }, price: 4500 }))
  await screen.findByText(/^at /)
  expect(address()).toBe(adminPaths.product(String(deskProducts()[0]?.id)))
})

it('a list of categories is one stop of the Tab key, and arrow keys move in it', async () => {
  openAt(adminPaths.newProduct(), { path: '/idare/mehsullar/yeni', Component: ProductEditor })
  const search = await fieldLabelled(new RegExp(`^${t('adminProducts.label.alsoCategoryIds')}`))
  await tabTo(search)
  await user.tab()
  const first = document.activeElement
  expect(first).toHaveAttribute('type', 'checkbox')
  await user.keyboard('{ArrowDown} ')
  expect(document.activeElement).not.toBe(first)
  expect(document.activeElement).toBeChecked()
  await user.tab()
  expect(document.activeElement).not.toHaveAttribute('type', 'checkbox')
})

it('a refund is approved without a mouse', async () => {
  requestRefund(DELIVERED)
  const refund = () => orderOf(DELIVERED)?.refunds[0]
  openAt(adminPaths.refunds(), { path: '/idare/geri-odenisler', Component: Refunds })
  const approve = t('admin.refunds.of', { act: t('admin.refunds.approve'), code: DELIVERED })
  await pressWithEnter(await screen.findByRole('button', { name: approve }))
  await tabTo(screen.getByRole('checkbox', { name: t('admin.refunds.restock') }))
  await user.keyboard(' ')
  await pressWithEnter(screen.getByRole('button', { name: t('admin.refunds.giveCard', { amount: money(refund()?.amount ?? 0) }) }))
  await waitFor(() => expect(refund()?.status).toBe('paid'))
})
