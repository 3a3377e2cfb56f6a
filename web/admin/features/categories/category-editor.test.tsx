import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as Editor } from '~admin/routes/category-editor'
import { LANGUAGE_NAMES, type Locale } from '~shared/i18n/locale'
import { Toaster } from '~shared/ui/toaster'
import { useToasts } from '~shared/ui/toast-store'
import { violationsOf } from '~mock/accessibility'
import { changeCategory, deskCategories, deskCategory } from '~mock/category-desk-state'
import { UPLOADED } from '~mock/handlers/pictures'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'

/** In the mock, products use the fields of this category (light, height, easy_care), except the value `sun` of light. */
const USED = 11
/** No product uses the fields of this category (style, fresh). */
const UNUSED = 16
/** The mock gives this id to a new category. */
const CREATED = 173

const user = userEvent.setup({ delay: null })
const Page = () => (
  <>
    <Editor />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const openNew = (parentId?: string) => openAt(adminPaths.newCategory(parentId), { path: '/idare/kateqoriyalar/yeni', Component: Page })
const openOne = (id: number) => openAt(adminPaths.category(String(id)), { path: '/idare/kateqoriyalar/:id', Component: Page })
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const save = () => press(t('adminCategories.save'))
const escaped = (text: string) => text.replaceAll(/[()?.]/g, '\\$&')
const labelled = (label: string) => new RegExp(`^${escaped(label)}( |$)`)
const field = (label: string) => screen.findByLabelText(labelled(label))
const inLanguage = (part: 'name' | 'label' | 'unit', language: Locale) =>
  `${t(`adminCategories.label.${part}`)} (${LANGUAGE_NAMES[language]})`
const nameField = (language: Locale) => field(inLanguage('name', language))
const slugField = () => field(t('adminCategories.label.slug'))
const write = async (input: HTMLElement, text: string) => {
  await user.clear(input)
  if (text) await user.type(input, text)
}
/** Expands a field of the category and returns the queries within it. */
const expand = async (name: string) => {
  const button = await screen.findByRole('button', { name: new RegExp(`^${name} `), expanded: false })
  await user.click(button)
  return within(screen.getByRole('group', { name }))
}
const fieldNames = (id: number) => deskCategory(id)?.fields.map(({ key }) => key)
const cards = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it.each([
  ['a category', () => openOne(2)],
  ['a new category', () => openNew()],
])('%s is shown to operators only', async (_what, open) => {
  signInStaff({ roles: ['courier'], permissions: [] })
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

describe('a new category', () => {
  it('needs a name, and is created under its parent', async () => {
    const { address } = openNew('2')
    expect(await screen.findByRole('link', { name: 'Gül və buketlər' })).toHaveAttribute('href', adminPaths.category('1'))
    expect(screen.getByRole('link', { name: t('adminCategories.back') })).toHaveAttribute('href', adminPaths.categories('2'))
    await press(t('adminCategories.create'))
    expect(await screen.findByRole('alert')).toHaveFocus()
    expect(await nameField('az')).toHaveAccessibleDescription(t('errors.fields.required'))
    await write(await nameField('az'), 'Yasəmən buketləri')
    expect(await nameField('ru')).toHaveAccessibleDescription(t('admin.missingText'))
    await write(await nameField('ru'), 'Букеты сирени')
    await user.upload(await field(t('adminCategories.label.imageUrl')), new File(['x'], 'a.png', { type: 'image/png' }))
    await screen.findByText(t('admin.picture.uploaded'))
    await press(t('adminCategories.create'))
    await waitFor(() => expect(address()).toBe(adminPaths.category(String(CREATED))))
    expect(deskCategory(CREATED)).toMatchObject({
      parentId: 2,
      position: 4,
      name: { az: 'Yasəmən buketləri', ru: 'Букеты сирени' },
      imageUrl: UPLOADED,
    })
    expect(deskCategory(CREATED)?.name).not.toHaveProperty('en')
  })

  it('may have a typed address (slug), which no other category may have', async () => {
    const { address } = openNew()
    await write(await nameField('az'), 'Bayram')
    await write(await slugField(), 'Bayram Hədiyyələri')
    await press(t('adminCategories.create'))
    expect(await slugField()).toHaveAccessibleDescription(t('errors.fields.invalid_characters'))
    await write(await slugField(), 'buketler')
    await press(t('adminCategories.create'))
    await waitFor(async () => expect(await slugField()).toHaveAccessibleDescription('Bu ünvan artıq var'))
    await write(await slugField(), 'bayram-hediyyeleri')
    await press(t('adminCategories.create'))
    await waitFor(() => expect(address()).toBe(adminPaths.category(String(CREATED))))
    expect(deskCategory(CREATED)).toMatchObject({ slug: 'bayram-hediyyeleri', position: 8 })
    expect(deskCategory(CREATED)).toMatchObject({ name: { az: 'Bayram' } })
  })

  it('is kept as a draft for each parent', async () => {
    const { unmount } = openNew('2')
    await write(await nameField('az'), 'Yasəmən')
    unmount()
    const reopened = openNew('2')
    expect(await nameField('az')).toHaveValue('Yasəmən')
    reopened.unmount()
    openNew()
    expect(await nameField('az')).toHaveValue('')
  })

  it('offers a retry when loading the tree fails', async () => {
    server.use(http.get(`${BASE}/admin/categories`, () => problem(403, 'forbidden', 'İcazəniz yoxdur')))
    openNew('2')
    const retryButton = await screen.findByRole('button', { name: t('common.retry') })
    server.resetHandlers()
    await user.click(retryButton)
    await nameField('az')
  })

  it('links to the tree when the parent does not exist', async () => {
    openNew('999')
    await screen.findByRole('heading', { name: t('errors.category_not_found.title') })
  })
})

describe('a category', () => {
  it('is shown with its fields, and axe finds no accessibility problems', async () => {
    const { container } = openOne(USED)
    await expand('İşıq')
    await screen.findByRole('heading', { level: 1, name: 'Dibçək gülləri' })
    expect(await slugField()).toHaveAccessibleDescription(t('adminCategories.hint.slug'))
    expect(cards()).toHaveLength(3)
    expect(await violationsOf(container)).toEqual([])
  })

  it('links to the tree when it does not exist', async () => {
    openOne(999)
    await screen.findByRole('heading', { name: t('errors.category_not_found.title') })
    expect(screen.getAllByRole('link', { name: t('adminCategories.back') }).at(-1)).toHaveAttribute('href', adminPaths.categories())
  })

  it('offers a retry when loading fails', async () => {
    server.use(http.get(`${BASE}/admin/categories/${UNUSED}`, () => problem(403, 'forbidden', 'İcazəniz yoxdur')))
    openOne(UNUSED)
    const retryButton = await screen.findByRole('button', { name: t('common.retry') })
    server.resetHandlers()
    await user.click(retryButton)
    await slugField()
  })

  it('is saved with its names, address and picture, and keeps its fields', async () => {
    openOne(USED)
    await write(await nameField('en'), '')
    await write(await slugField(), 'otaq-gulleri')
    await press(t('admin.picture.removeOf', { name: t('adminCategories.label.imageUrl') }))
    const before = deskCategory(USED)?.fields
    await save()
    await screen.findByText(t('adminCategories.saved', { name: 'Dibçək gülləri' }))
    expect(deskCategory(USED)).toMatchObject({ slug: 'otaq-gulleri', imageUrl: '', version: 2, fields: before })
    expect(deskCategory(USED)?.name).not.toHaveProperty('en')
    // The next edit has the new version.
    await write(await slugField(), 'dibcekler')
    await save()
    await waitFor(() => expect(deskCategory(USED)).toMatchObject({ slug: 'dibcekler', version: 3 }))
  })

  it('is kept as a draft until it is saved', async () => {
    const { unmount } = openOne(UNUSED)
    await write(await nameField('az'), 'Toy gülləri')
    unmount()
    const reopened = openOne(UNUSED)
    expect(await nameField('az')).toHaveValue('Toy gülləri')
    await save()
    await waitFor(() => expect(deskCategory(UNUSED)).toMatchObject({ name: { az: 'Toy gülləri' } }))
    reopened.unmount()
    changeCategory(UNUSED, { name: { az: 'Toy' } })
    openOne(UNUSED)
    expect(await nameField('az')).toHaveValue('Toy')
  })
})

describe('the fields of a category', () => {
  it('can be added, and missing or repeated values are reported beside their inputs', async () => {
    const KEY = labelled(t('adminCategories.label.key'))
    const VALUE = labelled(t('adminCategories.label.value'))
    const LABEL = labelled(inLanguage('label', 'az'))
    openOne(UNUSED)
    await press(t('adminCategories.addField'))
    const added = within(await screen.findByRole('group', { name: t('adminCategories.newField') }))
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      t('adminCategories.labelOf', { name: t('adminCategories.newField'), label: t('adminCategories.label.key') }),
    )

    await user.type(added.getByLabelText(KEY), 'fresh')
    await user.type(added.getByLabelText(VALUE), 'small')
    await user.type(added.getByLabelText(LABEL), 'Kiçik')
    await user.type(added.getByLabelText(labelled(inLanguage('name', 'az'))), 'Ölçü')
    const size = within(await screen.findByRole('group', { name: 'Ölçü' }))
    await press(t('adminCategories.addValue'))
    const second = within(size.getByRole('group', { name: t('adminCategories.newValue') }))
    await user.type(second.getByLabelText(VALUE), 'small')
    await user.type(second.getByLabelText(LABEL), 'Böyük')
    await save()
    await waitFor(() => expect(size.getByLabelText(KEY)).toHaveAccessibleDescription(t('errors.fields.duplicate')))
    const large = within(size.getByRole('group', { name: 'Böyük' })).getByLabelText(VALUE)
    expect(large).toHaveAccessibleDescription(t('errors.fields.duplicate'))

    await write(large, 'large')
    await write(size.getByLabelText(KEY), 'size')
    await save()
    await screen.findByText(t('adminCategories.saved', { name: 'Toy və tədbir gülləri' }))
    expect(deskCategory(UNUSED)?.fields[2]).toMatchObject({
      key: 'size',
      type: 'choice',
      name: { az: 'Ölçü' },
      isFilterable: true,
      values: [
        { value: 'small', label: { az: 'Kiçik' } },
        { value: 'large', label: { az: 'Böyük' } },
      ],
    })
  })

  it('have values only for a choice, and a unit only for a range', async () => {
    openOne(UNUSED)
    const style = await expand('Üslub')
    await user.selectOptions(style.getByLabelText(labelled(t('adminCategories.label.type'))), 'range')
    expect(style.queryByRole('group', { name: t('adminCategories.values') })).toBeNull()
    await user.type(style.getByLabelText(labelled(inLanguage('unit', 'ru'))), 'шт.')
    await user.click(style.getByLabelText(t('adminCategories.filterable')))
    await save()
    await waitFor(() =>
      expect(style.getByLabelText(labelled(inLanguage('unit', 'az')))).toHaveAccessibleDescription(t('errors.fields.required')),
    )
    await user.type(style.getByLabelText(labelled(inLanguage('unit', 'az'))), 'ədəd')
    await save()
    await waitFor(() =>
      expect(deskCategory(UNUSED)?.fields[0]).toMatchObject({
        type: 'range',
        unit: { az: 'ədəd', ru: 'шт.' },
        isFilterable: false,
        values: [],
      }),
    )
  })

  it('need at least one value for a choice', async () => {
    openOne(UNUSED)
    const style = await expand('Üslub')
    for (const button of style.getAllByRole('button', { name: /^Sil: / })) await user.click(button)
    await save()
    await waitFor(() => expect(style.getByText(t('errors.fields.required'))).toBeVisible())
    expect(deskCategory(UNUSED)?.version).toBe(1)
  })

  it('can be reordered, and so can their values', async () => {
    openOne(UNUSED)
    const style = await expand('Üslub')
    const values = deskCategory(UNUSED)?.fields[0]?.values.map(({ value }) => value) ?? []
    await user.click(style.getByRole('button', { name: t('adminCategories.downOf', { name: 'Klassik' }) }))
    await user.click(style.getByRole('button', { name: t('adminCategories.downOf', { name: 'Klassik' }) }))
    await user.click(style.getByRole('button', { name: t('adminCategories.upOf', { name: 'Klassik' }) }))
    await press(t('adminCategories.downOf', { name: 'Üslub' }))
    await save()
    await screen.findByText(t('adminCategories.saved', { name: 'Toy və tədbir gülləri' }))
    expect(fieldNames(UNUSED)).toEqual(['fresh', 'style'])
    expect(deskCategory(UNUSED)?.fields[1]?.values.map(({ value }) => value)).toEqual([values[1], values[0], ...values.slice(2)])
    await press(t('adminCategories.upOf', { name: 'Üslub' }))
    await save()
    await waitFor(() => expect(fieldNames(UNUSED)).toEqual(['style', 'fresh']))
  })

  it('can be removed, and undo restores them', async () => {
    openOne(UNUSED)
    await press(t('adminCategories.removeOf', { name: 'Üslub' }))
    expect(cards()).toHaveLength(1)
    await press(t('common.undo'))
    expect(cards()).toHaveLength(2)
    await press(t('adminCategories.removeOf', { name: 'Üslub' }))
    await save()
    await waitFor(() => expect(fieldNames(UNUSED)).toEqual(['fresh']))
  })

  it('cannot be removed if products use them, and say so', async () => {
    openOne(USED)
    const light = await expand('İşıq')
    light.getByText(t('adminCategories.fieldInUse'))
    expect(screen.queryByRole('button', { name: t('adminCategories.removeOf', { name: 'İşıq' }) })).toBeNull()
    expect(light.queryByLabelText(labelled(t('adminCategories.label.type')))).toBeNull()
    // Products have two of the three values.
    expect(light.getAllByText(t('adminCategories.valueInUse'))).toHaveLength(2)
    const removeButtons = light.getAllByRole('button', { name: /^Sil: / })
    expect(removeButtons).toHaveLength(1)
    await user.click(removeButtons[0] as HTMLElement)
    await save()
    await waitFor(() => expect(deskCategory(USED)?.fields[0]?.values.map(({ value }) => value)).toEqual(['half', 'shade']))
  })

  it('can be put back when the server refuses their removal, because products use them by now', async () => {
    openOne(UNUSED)
    await press(t('adminCategories.removeOf', { name: 'Üslub' }))
    const fields = deskCategory(UNUSED)?.fields.map((field) => ({ ...field, inUse: true })) ?? []
    // The use of a field is no change of the category.
    Object.assign(deskCategory(UNUSED) ?? {}, { fields })
    await save()
    await screen.findByText('Məhsullarda olan xüsusiyyət silinə bilməz.')
    await screen.findByText(t('adminCategories.usedText'))
    await press(t('adminCategories.putBack', { name: 'Üslub' }))
    expect(screen.queryByText(t('adminCategories.usedText'))).toBeNull()
    await save()
    await waitFor(() => expect(fieldNames(UNUSED)).toEqual(['fresh', 'style']))
  })
})

it('the mock has the categories that these tests are about', () => {
  expect(deskCategories()).toHaveLength(172)
  expect(deskCategory(USED)?.fields.map(({ inUse }) => inUse)).toEqual([true, true, true])
  expect(deskCategory(UNUSED)?.fields.map(({ inUse }) => inUse)).toEqual([false, false])
})
