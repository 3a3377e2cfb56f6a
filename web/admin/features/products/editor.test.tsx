import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as Editor } from '~admin/routes/product-editor'
import { inLanguage } from '~admin/ui/language-fields'
import { paths } from '~shared/lib/paths'
import { useToasts } from '~shared/ui/toast-store'
import { products } from '~mock/catalogue'
import { choose, enter, fieldLabelled, pressButton } from '~mock/forms'
import { BASE, invalid, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { deskProductOf, deskProducts, storeProduct } from '~mock/product-desk-state'
import { server } from '~mock/server'
import { USER } from '~mock/profile-state'
import { signInStaff } from '~mock/staff-sign-in'

const user = userEvent.setup({ delay: null })
const openNew = () => openAt(adminPaths.newProduct(), { path: '/idare/mehsullar/yeni', Component: Editor })
const openOne = (id: number | string) => openAt(adminPaths.product(String(id)), { path: '/idare/mehsullar/:id', Component: Editor })
/** Parentheses of the label match any character. */
const field = (label: string) => fieldLabelled(new RegExp(`^${label.replaceAll(/[()]/g, '.')}( |$)`))
const label = (name: string) => t(`adminProducts.label.${name}` as 'adminProducts.label.name')
const text = (name: 'name' | 'description', language: 'az' | 'ru' | 'en') => field(inLanguage(label(name), language))
const select = (name: string) => fieldLabelled(new RegExp(`^${label(name)}( |$)`))
const lastToast = () => useToasts.getState().toasts.at(-1)?.text
const fieldError = (code: string) => t(`errors.fields.${code}` as 'errors.fields.required')

/** A product of the mock without sizes and discount, which has fields. */
const plain = products.find(({ sizes, fields, discounted }) => !sizes?.length && Object.keys(fields).length > 0 && !discounted)
if (!plain) throw new Error('the mock needs a product without sizes')
const { id } = plain
const stored = () => {
  const product = deskProductOf(id)
  if (!product) throw new Error(`the mock has no product ${id}`)
  return product
}

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

describe('a new product', () => {
  const fillIn = async () => {
    enter(await text('name', 'az'), 'Yaz buketi')
    await choose(await select('storeId'), 'Gül evi')
    // This category has the fields of two ancestors: colour, stems and wrap.
    await choose(await select('categoryId'), /Qızılgül buketləri$/)
    enter(await field(label('price')), '45,5')
  }

  it('is created as a draft and opens', async () => {
    const { address } = openNew()
    await fillIn()
    enter(await text('description', 'ru'), 'Букет')
    fireEvent.click(await fieldLabelled(/^Qırmızı$/))
    enter(await fieldLabelled(/ədəd/), '15')
    enter(await field(label('initialStock')), '12')
    await pressButton(t('adminProducts.create'))
    await waitFor(() => expect(deskProducts()[0]?.form.name.az).toBe('Yaz buketi'))
    const added = deskProducts()[0]
    expect(added).toMatchObject({
      state: 'draft',
      stock: 12,
      form: {
        storeId: 1,
        price: 4550,
        description: { az: '', ru: 'Букет' },
        fields: [
          { key: 'color', values: ['red'] },
          { key: 'stems', values: ['15'] },
        ],
      },
    })
    await waitFor(() => expect(address()).toBe(adminPaths.product(String(added?.id))))
    await screen.findByText(/^at /)
    expect(lastToast()).toBe(t('adminProducts.saved', { name: 'Yaz buketi' }))
  })

  it('shows beside each field what is wrong', async () => {
    openNew()
    enter(await field(label('price')), '45,505')
    enter(await field(label('slug')), 'Yaz buketi')
    await pressButton(t('adminProducts.create'))
    await waitFor(async () => expect(await text('name', 'az')).toHaveAccessibleDescription(fieldError('required')))
    expect(await field(label('price'))).toHaveAccessibleDescription(fieldError('invalid'))
    expect(await field(label('slug'))).toHaveAccessibleDescription(fieldError('invalid_characters'))
    expect(await select('storeId')).toHaveAccessibleDescription(fieldError('required'))
    expect(await select('categoryId')).toHaveAccessibleDescription(fieldError('required'))
    // The summary leads to the field.
    await pressButton(`${label('price')}: ${fieldError('invalid')}`)
    expect(await field(label('price'))).toHaveFocus()
  })

  it('shows beside each field what the server refuses', async () => {
    server.use(
      http.post(`${BASE}/admin/products`, () => invalid('fields.stems', 'out_of_range', 'Bu qədər gül olmur'), { once: true }),
      http.post(`${BASE}/admin/products`, () => invalid('alsoCategoryIds[0]', 'category_not_found', 'Belə kateqoriya yoxdur'), {
        once: true,
      }),
    )
    openNew()
    await fillIn()
    await pressButton(t('adminProducts.create'))
    const stems = await fieldLabelled(/ədəd/)
    await waitFor(() => expect(stems).toHaveAccessibleDescription('Bu qədər gül olmur'))
    await user.click(screen.getByRole('button', { name: /: Bu qədər gül olmur$/ }))
    expect(stems).toHaveFocus()
    await pressButton(t('adminProducts.create'))
    await waitFor(async () =>
      expect(await screen.findByRole('searchbox', { name: label('alsoCategoryIds') })).toHaveAccessibleDescription(
        'Belə kateqoriya yoxdur',
      ),
    )
    enter(await field(label('slug')), plain.slug)
    await pressButton(t('adminProducts.create'))
    await waitFor(async () => expect(await field(label('slug'))).toHaveAccessibleDescription('Belə ünvan artıq var'))
    await pressButton(`${label('slug')}: Belə ünvan artıq var`)
    expect(await field(label('slug'))).toHaveFocus()
  })

  it('keeps what was typed when the page is left and opened again', async () => {
    const { unmount } = openNew()
    await fillIn()
    unmount()
    openNew()
    await waitFor(async () => expect(await text('name', 'az')).toHaveValue('Yaz buketi'))
    expect(await field(label('price'))).toHaveValue('45,5')
    // The fields of the chosen category are there, too.
    await fieldLabelled(/^Qırmızı$/)
  })

  it('offers a retry when the fields of the category cannot be loaded', async () => {
    server.use(http.get(`${BASE}/admin/categories/:id`, () => problem(403, 'forbidden', 'İcazəniz yoxdur')))
    openNew()
    await choose(await select('categoryId'), /Qızılgül buketləri$/)
    await screen.findByText(t('adminProducts.fields.failed'))
    server.resetHandlers()
    await pressButton(t('common.retry'))
    await fieldLabelled(/^Qırmızı$/)
  })
})

describe('an existing product', () => {
  it('is shown with what is missing, its page and its history', async () => {
    storeProduct(id, 'changed', { name: { az: plain.name.az, en: 'Gift' } })
    openOne(id)
    expect(await text('name', 'az')).toHaveValue(plain.name.az)
    screen.getByText(t('adminProducts.missing', { what: label('name') }))
    expect(screen.getByRole('link', { name: t('adminProducts.see') })).toHaveAttribute('href', paths.product(plain.slug))
    const history = within(screen.getByRole('region', { name: t('adminProducts.history') }))
    history.getByText(t('adminProducts.action.changed'))
    history.getByText(label('name'))
    // The first change is by a current member of staff, the second by a former one.
    await history.findByText(new RegExp(`${USER.firstName} ${USER.lastName}`))
    history.getByText(new RegExp(t('admin.actor.operator', { number: '9' })))
  })

  it('gets the values of a former version back with the next save', async () => {
    storeProduct(id, 'changed', { price: 1, name: { az: 'Səhv ad' } })
    openOne(id)
    expect(await text('name', 'az')).toHaveValue('Səhv ad')
    const history = within(screen.getByRole('region', { name: t('adminProducts.history') }))
    // The newest state is in the form already.
    await user.click(history.getByRole('button', { name: new RegExp(t('adminProducts.loadVersionOf', { time: '.*' })) }))
    await waitFor(async () => expect(await text('name', 'az')).toHaveValue(plain.name.az))
    expect(stored().form.name.az).toBe('Səhv ad')
    await pressButton(t('adminProducts.save'))
    await waitFor(() => expect(stored()).toMatchObject({ version: 3, form: { price: plain.price, name: { az: plain.name.az } } }))
  })

  it('is saved on the basis of its version, and saved again on the new one', async () => {
    openOne(id)
    enter(await field(label('price')), '99.9')
    enter(await field(label('discountedPrice')), '89,90')
    enter(await fieldLabelled(new RegExp(`^${label('discountUntil')}`)), '2027-03-09T00:00')
    await pressButton(t('adminProducts.save'))
    await waitFor(() => expect(stored()).toMatchObject({ version: 2, form: { price: 9990, discountedPrice: 8990 } }))
    expect(stored().form.discountUntil).toBe('2027-03-08T20:00:00.000Z')
    expect(stored().form.fields).toHaveLength(Object.keys(plain.fields).length)
    // The next save is based on the new version.
    await waitFor(() => expect(lastToast()).toBe(t('adminProducts.saved', { name: plain.name.az })))
    enter(await field(label('preparationDays')), '3')
    await pressButton(t('adminProducts.save'))
    await waitFor(() => expect(stored()).toMatchObject({ version: 3, form: { preparationDays: 3 } }))
  })

  it('has no draft after it was saved', async () => {
    const { unmount } = openOne(id)
    enter(await field(label('price')), '50')
    await pressButton(t('adminProducts.save'))
    await waitFor(() => expect(lastToast()).toBe(t('adminProducts.saved', { name: plain.name.az })))
    unmount()
    storeProduct(id, 'changed', { price: 6000 })
    openOne(id)
    await waitFor(async () => expect(await field(label('price'))).toHaveValue('60'))
    expect(screen.queryByRole('region', { name: t('admin.conflict.title') })).toBeNull()
  })

  it('discards typed values only after a confirmation', async () => {
    const { unmount } = openOne(id)
    enter(await field(label('price')), '50')
    await pressButton(t('adminProducts.discard'))
    await pressButton(t('adminStaff.cancel'))
    expect(await field(label('price'))).toHaveValue('50')
    await pressButton(t('adminProducts.discard'))
    await pressButton(t('adminProducts.discardNow'))
    await waitFor(async () => expect(await field(label('price'))).not.toHaveValue('50'))
    unmount()
    openOne(id)
    await waitFor(async () => expect(await field(label('price'))).not.toHaveValue('50'))
    expect(screen.queryByRole('button', { name: t('adminProducts.discard') })).toBeNull()
  })

  it('is read only for those who may not change it', async () => {
    signInStaff({ roles: ['support'], permissions: ['products_read'] })
    openOne(id)
    expect(await text('name', 'az')).toBeDisabled()
    expect(screen.getByRole('button', { name: t('adminProducts.save') })).toBeDisabled()
    for (const name of ['publish', 'withdraw', 'duplicate'] as const)
      expect(screen.queryByRole('button', { name: t(`adminProducts.${name}`) })).toBeNull()
    expect(screen.queryByRole('button', { name: t('adminProducts.stock.add') })).toBeNull()
  })

  it('is withdrawn after a confirmation and published again', async () => {
    openOne(id)
    await pressButton(t('adminProducts.withdraw'))
    await pressButton(t('adminStaff.cancel'))
    expect(stored().state).toBe('published')
    await pressButton(t('adminProducts.withdraw'))
    await pressButton(t('adminProducts.withdrawNow'))
    await waitFor(() => expect(stored().state).toBe('withdrawn'))
    await pressButton(t('adminProducts.publish'))
    await waitFor(() => expect(stored().state).toBe('published'))
    await waitFor(() => expect(lastToast()).toBe(t('adminProducts.done.publish')))
    // The form has the new version.
    enter(await field(label('price')), '77')
    await pressButton(t('adminProducts.save'))
    await waitFor(() => expect(stored().form.price).toBe(7700))
  })

  it('is published and copied only after it is saved', async () => {
    storeProduct(id, 'withdrawn', {}, { state: 'withdrawn' })
    openOne(id)
    enter(await field(label('price')), '77')
    screen.getByText(t('adminProducts.saveFirst'))
    expect(screen.getByRole('button', { name: t('adminProducts.publish') })).toBeDisabled()
    expect(screen.getByRole('button', { name: t('adminProducts.duplicate') })).toBeDisabled()
  })

  it('is not published while its store is closed', async () => {
    storeProduct(id, 'withdrawn', {}, { state: 'draft', storeIsOpen: false })
    openOne(id)
    await screen.findByText(t('adminProducts.storeClosed'))
    screen.getByText(t('adminProducts.notInShop'))
    expect(screen.getByRole('button', { name: t('adminProducts.publish') })).toBeDisabled()
  })

  it('is copied to a draft, which opens', async () => {
    const { address } = openOne(id)
    await pressButton(t('adminProducts.duplicate'))
    await waitFor(() => expect(address()).toBe(adminPaths.product(String(deskProducts()[0]?.id))))
    expect(deskProducts()[0]).toMatchObject({ state: 'draft', stock: 0, form: { slug: `${plain.slug}-2` } })
    await screen.findByText(t('adminProducts.notInShop'))
  })

  it('reports a refused action', async () => {
    server.use(http.post(`${BASE}/admin/products/:id/duplicate`, () => problem(403, 'forbidden', 'İcazəniz yoxdur')))
    openOne(id)
    await pressButton(t('adminProducts.duplicate'))
    await waitFor(() => expect(lastToast()).toBe('İcazəniz yoxdur'))
  })

  it('leads to the list when it does not exist', async () => {
    openOne('404')
    await screen.findByRole('heading', { name: t('adminProducts.notFound') })
    expect(screen.getByRole('link', { name: t('adminProducts.back') })).toHaveAttribute('href', adminPaths.products())
  })
})

describe('a product that another operator has changed, too', () => {
  const choice = (part: string, side: 'mine' | 'theirs') =>
    within(screen.getByRole('group', { name: part })).getByRole('radio', { name: new RegExp(`^${t(`admin.conflict.${side}`)}`) })
  const azName = inLanguage(label('name'), 'az')

  it('is merged field by field: fields that only the other operator has changed take the saved value', async () => {
    openOne(id)
    enter(await field(label('price')), '50')
    enter(await text('name', 'az'), 'Mənim adım')
    storeProduct(id, 'changed', { price: 6000, name: { ...stored().form.name, az: 'Onların adı' }, preparationDays: 9 })
    await pressButton(t('adminProducts.save'))
    await screen.findByRole('region', { name: t('admin.conflict.title') })
    // The other editor's change is kept.
    expect(stored()).toMatchObject({ version: 2, form: { price: 6000 } })
    expect(choice(label('price'), 'mine')).toBeChecked()
    expect(choice(azName, 'mine')).toBeChecked()
    expect(choice(label('preparationDays'), 'theirs')).toBeChecked()
    screen.getByText('Onların adı')
    fireEvent.click(choice(azName, 'theirs'))
    await pressButton(t('admin.conflict.resolve'))
    expect(await text('name', 'az')).toHaveValue('Onların adı')
    expect(await field(label('price'))).toHaveValue('50')
    await pressButton(t('adminProducts.save'))
    await waitFor(() => expect(stored().version).toBe(3))
    expect(stored().form).toMatchObject({ price: 5000, name: { az: 'Onların adı' }, preparationDays: 9 })
  })

  it('is taken as it was saved when the operator gives up the own values', async () => {
    openOne(id)
    enter(await field(label('price')), '50')
    storeProduct(id, 'changed', { price: 6000, preparationDays: 9 })
    await pressButton(t('adminProducts.save'))
    await pressButton(t('admin.conflict.takeAll'))
    expect(await field(label('price'))).toHaveValue('60')
    expect(await field(label('preparationDays'))).toHaveValue('9')
    expect(screen.queryByRole('region', { name: t('admin.conflict.title') })).toBeNull()
  })

  it('is compared with a draft that is based on an older version', async () => {
    const { unmount } = openOne(id)
    enter(await field(label('price')), '50')
    unmount()
    storeProduct(id, 'changed', { price: 6000 })
    openOne(id)
    await screen.findByRole('region', { name: t('admin.conflict.title') })
    fireEvent.click(choice(label('price'), 'theirs'))
    await pressButton(t('admin.conflict.resolve'))
    expect(await field(label('price'))).toHaveValue('60')
    expect(screen.queryByRole('region', { name: t('admin.conflict.title') })).toBeNull()
  })
})
