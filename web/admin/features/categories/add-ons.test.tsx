// Tests of the part of the category form that chooses add-ons.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as Editor } from '~admin/routes/category-editor'
import { products } from '~mock/catalogue'
import { addOnOf, changeCategory, deskCategory } from '~mock/category-desk-state'
import { openAt, t } from '~mock/in-shop'
import { productsMatching } from '~mock/listing'
import { signInStaff } from '~mock/staff-sign-in'
import type { CategoryAddOn } from '~shared/api/types'
import { MAX_ADD_ONS } from './rules'

const CATEGORY = 16
const GONE: CategoryAddOn = { id: 999_001, name: 'Köhnə vaz', slug: 'kohne-vaz', imageUrl: '', state: 'not_for_sale' }
const title = t('adminCategories.addOns.title')

const user = userEvent.setup({ delay: null })
const open = () => openAt(adminPaths.category(String(CATEGORY)), { path: '/idare/kateqoriyalar/:id', Component: Editor })
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const save = () => press(t('adminCategories.save'))
const search = () => screen.findByRole('searchbox', { name: t('adminCategories.addOns.find') })
const items = () => within(screen.getByRole('list', { name: title })).getAllByRole('listitem')
const savedNames = () => deskCategory(CATEGORY)?.addOns.map(({ name }) => name)
const setAddOns = (addOns: CategoryAddOn[]) => changeCategory(CATEGORY, { addOns })
/** Add-ons of products that a search for "buket" does not find. */
const others = (count: number) => {
  const found = new Set(productsMatching('buket'))
  return products
    .filter((product) => !found.has(product))
    .slice(0, count)
    .flatMap(({ id }) => addOnOf(id, 'az') ?? [])
}

/** Searches for "buket", and returns the buttons that add the found products. */
const findBouquets = async () => {
  await user.type(await search(), 'buket')
  return screen.findAllByRole('button', { name: /^Yanında göndərilənlərə əlavə et: / })
}
const nameOf = (button: HTMLElement) => button.getAttribute('aria-label')?.replace('Yanında göndərilənlərə əlavə et: ', '') ?? ''

beforeEach(() => signInStaff())

it('products are found, added, moved and removed', async () => {
  open()
  await screen.findByText(t('adminCategories.addOns.none'))
  const [addFirst, addSecond] = (await findBouquets()) as [HTMLElement, HTMLElement]
  const [first, second] = [nameOf(addFirst), nameOf(addSecond)]
  await user.click(addFirst)
  screen.getByText(t('adminCategories.addOns.added', { name: first }))
  await user.click(addSecond)
  await user.click(addFirst)
  screen.getByText(t('adminCategories.addOns.listed', { name: first }))
  expect(items()).toHaveLength(2)
  expect(screen.queryByText(t('adminCategories.addOns.none'))).toBeNull()

  await press(t('adminCategories.downOf', { name: first }))
  expect(await screen.findByRole('button', { name: t('adminCategories.downOf', { name: first }) })).toHaveFocus()
  screen.getByText(t('adminCategories.addOns.moved', { name: first, place: 2, count: 2 }))
  await save()
  await waitFor(() => expect(savedNames()).toEqual([second, first]))

  await press(t('adminCategories.upOf', { name: first }))
  await press(t('adminCategories.removeOf', { name: first }))
  expect(await screen.findByRole('button', { name: t('adminCategories.removeOf', { name: second }) })).toHaveFocus()
  await press(t('adminCategories.removeOf', { name: second }))
  expect(await search()).toHaveFocus()
  await save()
  await waitFor(() => expect(savedNames()).toEqual([]))
})

it('a product that is not found can be searched again', async () => {
  open()
  await user.type(await search(), 'qqqq')
  await screen.findByText(t('adminCategories.addOns.notFound'))
})

it('what product pages leave out is marked', async () => {
  const [offered] = others(1) as [CategoryAddOn]
  const sized: CategoryAddOn = { ...offered, id: 999_002, name: 'Böyük vaz', state: 'has_sizes' }
  const soldOut: CategoryAddOn = { ...offered, id: 999_003, name: 'Kiçik vaz', state: 'sold_out' }
  setAddOns([offered, GONE, sized, soldOut])
  open()
  await search()
  expect(items().map(({ textContent }) => textContent)).toEqual([
    `1.${offered.name}`,
    `2.${GONE.name}${t('adminCategories.addOns.state.not_for_sale')}`,
    `3.${sized.name}${t('adminCategories.addOns.state.has_sizes')}`,
    `4.${soldOut.name}${t('adminCategories.addOns.state.sold_out')}`,
  ])
  expect(items()[0]?.querySelector('img')).toHaveAttribute('src', offered.imageUrl)
})

it('a deleted product is reported beside its name', async () => {
  const [known] = others(1) as [CategoryAddOn]
  setAddOns([known, GONE])
  open()
  await save()
  const message = t('errors.fields.product_not_found')
  await press(`${GONE.name}: ${message}`)
  expect(screen.getByRole('button', { name: t('adminCategories.removeOf', { name: GONE.name }) })).toHaveFocus()
  expect(items()[1]).toHaveTextContent(message)
  await press(t('adminCategories.removeOf', { name: GONE.name }))
  await save()
  await waitFor(() => expect(savedNames()).toEqual([known.name]))
})

it('there are at most twelve', async () => {
  setAddOns(others(MAX_ADD_ONS))
  open()
  const [addOne] = (await findBouquets()) as [HTMLElement]
  await user.click(addOne)
  await save()
  expect(await screen.findByRole('alert')).toHaveTextContent(`${title}: ${t('errors.fields.too_many')}`)
  expect(savedNames()).toHaveLength(MAX_ADD_ONS)
})

it('a change of another operator is shown beside the chosen products, and can be taken', async () => {
  const [mine, theirs] = others(2) as [CategoryAddOn, CategoryAddOn]
  setAddOns([mine])
  open()
  await search()
  setAddOns([theirs, mine])
  await press(t('adminCategories.removeOf', { name: mine.name }))
  await save()
  const conflict = within(await screen.findByRole('region', { name: t('admin.conflict.title') }))
  const part = within(conflict.getByRole('group', { name: title }))
  await user.click(part.getByRole('radio', { name: new RegExp(`^${t('admin.conflict.theirs')}`) }))
  part.getByText(`1. ${theirs.name} (${theirs.slug}) 2. ${mine.name} (${mine.slug})`)
  await user.click(conflict.getByRole('button', { name: t('admin.conflict.resolve') }))
  await waitFor(() => expect(items()).toHaveLength(2))
  await save()
  await waitFor(() => expect(deskCategory(CATEGORY)?.version).toBe(4))
  expect(savedNames()).toEqual([theirs.name, mine.name])
})

it('the choice is kept as a draft', async () => {
  const { unmount } = open()
  const [addOne] = (await findBouquets()) as [HTMLElement]
  const name = nameOf(addOne)
  await user.click(addOne)
  unmount()
  open()
  await search()
  expect(items()[0]).toHaveTextContent(name)
})
