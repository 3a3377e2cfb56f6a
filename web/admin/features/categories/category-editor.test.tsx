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

// In the mock, products use the fields of category 11 (light, height, easy_care), except the value `sun` of light. No product uses the
// fields of category 16 (style, fresh).

const user = userEvent.setup({ delay: null })
const Page = () => (
  <>
    <Editor />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const openNew = (parentId?: string) => openAt(adminPaths.newCategory(parentId), { path: '/idare/kateqoriyalar/yeni', Component: Page })
const openOne = (id: string) => openAt(adminPaths.category(id), { path: '/idare/kateqoriyalar/:id', Component: Page })
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
  ['a category', () => openOne('2')],
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
    await waitFor(() => expect(address()).toBe(adminPaths.category('173')))
    expect(deskCategory(173)).toMatchObject({
      parentId: 2,
      position: 4,
      name: { az: 'Yasəmən buketləri', ru: 'Букеты сирени' },
      imageUrl: UPLOADED,
    })
    expect(deskCategory(173)?.name).not.toHaveProperty('en')
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
    await waitFor(() => expect(address()).toBe(adminPaths.category('173')))
    expect(deskCategory(173)).toMatchObject({ slug: 'bayram-hediyyeleri', position: 8 })
    expect(deskCategory(173)).toMatchObject({ name: { az: 'Bayram' } })
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
    const { container } = openOne('11')
    await expand('İşıq')
    await screen.findByRole('heading', { level: 1, name: 'Dibçək gülləri' })
    expect(await slugField()).toHaveAccessibleDescription(t('adminCategories.hint.slug'))
    expect(cards()).toHaveLength(3)
    expect(await violationsOf(container)).toEqual([])
  })

  it('links to the tree when it does not exist', async () => {
    openOne('999')
    await screen.findByRole('heading', { name: t('errors.category_not_found.title') })
    expect(screen.getAllByRole('link', { name: t('adminCategories.back') }).at(-1)).toHaveAttribute('href', adminPaths.categories())
  })

  it('offers a retry when loading fails', async () => {
    server.use(http.get(`${BASE}/admin/categories/16`, () => problem(403, 'forbidden', 'İcazəniz yoxdur')))
    openOne('16')
    const retryButton = await screen.findByRole('button', { name: t('common.retry') })
    server.resetHandlers()
    await user.click(retryButton)
    await slugField()
  })

  it('is saved with its names, address and picture, and keeps its fields', async () => {
    openOne('11')
    await write(await nameField('en'), '')
    await write(await slugField(), 'otaq-gulleri')
    await press(t('admin.picture.removeOf', { name: t('adminCategories.label.imageUrl') }))
    const before = deskCategory(11)?.fields
    await save()
    await screen.findByText(t('adminCategories.saved', { name: 'Dibçək gülləri' }))
    expect(deskCategory(11)).toMatchObject({ slug: 'otaq-gulleri', imageUrl: '', version: 2, fields: before })
    expect(deskCategory(11)?.name).not.toHaveProperty('en')
    // The next edit has the new version.
    await write(await slugField(), 'dibcekler')
    await save()
    await waitFor(() => expect(deskCategory(11)).toMatchObject({ slug: 'dibcekler', version: 3 }))
  })

  it('is kept as a draft until it is saved', async () => {
    const { unmount } = openOne('16')
    await write(await nameField('az'), 'Toy gülləri')
    unmount()
    const reopened = openOne('16')
    expect(await nameField('az')).toHaveValue('Toy gülləri')
    await save()
    await waitFor(() => expect(deskCategory(16)).toMatchObject({ name: { az: 'Toy gülləri' } }))
    reopened.unmount()
    changeCategory(16, { name: { az: 'Toy' } })
    openOne('16')
    expect(await nameField('az')).toHaveValue('Toy')
  })
})

describe('the fields of a category', () => {
  it('can be added, and missing or repeated values are reported beside their inputs', async () => {
    openOne('16')
    await press(t('adminCategories.addField'))
    const added = within(await screen.findByRole('group', { name: t('adminCategories.newField') }))
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      t('adminCategories.labelOf', { name: t('adminCategories.newField'), label: t('adminCategories.label.key') }),
    )
    await user.type(added.getByLabelText(labelled(t('adminCategories.label.key'))), 'fresh')
    await user.type(added.getByLabelText(labelled(t('adminCategories.label.value'))), 'small')
    await user.type(added.getByLabelText(labelled(inLanguage('label', 'az'))), 'Kiçik')
    await user.type(added.getByLabelText(labelled(inLanguage('name', 'az'))), 'Ölçü')
    const size = within(await screen.findByRole('group', { name: 'Ölçü' }))
    await press(t('adminCategories.addValue'))
    const second = within(size.getByRole('group', { name: t('adminCategories.newValue') }))
    await user.type(second.getByLabelText(labelled(t('adminCategories.label.value'))), 'small')
    await user.type(second.getByLabelText(labelled(inLanguage('label', 'az'))), 'Böyük')
    await save()
    await waitFor(() =>
      expect(size.getByLabelText(labelled(t('adminCategories.label.key')))).toHaveAccessibleDescription(t('errors.fields.duplicate')),
    )
    const large = within(size.getByRole('group', { name: 'Böyük' })).getByLabelText(labelled(t('adminCategories.label.value')))
    expect(large).toHaveAccessibleDescription(t('errors.fields.duplicate'))
    await write(large, 'large')
    await write(size.getByLabelText(labelled(t('adminCategories.label.key'))), 'size')
    await save()
    await screen.findByText(t('adminCategories.saved', { name: 'Toy və tədbir gülləri' }))
    expect(deskCategory(16)?.fields[2]).toMatchObject({
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
    openOne('16')
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
      expect(deskCategory(16)?.fields[0]).toMatchObject({
        type: 'range',
        unit: { az: 'ədəd', ru: 'шт.' },
        isFilterable: false,
        values: [],
      }),
    )
  })

  it('need at least one value for a choice', async () => {
    openOne('16')
    const style = await expand('Üslub')
    for (const button of style.getAllByRole('button', { name: /^Sil: / })) await user.click(button)
    await save()
    await waitFor(() => expect(style.getByText(t('errors.fields.required'))).toBeVisible())
    expect(deskCategory(16)?.version).toBe(1)
  })

  it('can be reordered, and so can their values', async () => {
    openOne('16')
    const style = await expand('Üslub')
    const values = deskCategory(16)?.fields[0]?.values.map(({ value }) => value) ?? []
    await user.click(style.getByRole('button', { name: t('adminCategories.downOf', { name: 'Klassik' }) }))
    await user.click(style.getByRole('button', { name: t('adminCategories.downOf', { name: 'Klassik' }) }))
    await user.click(style.getByRole('button', { name: t('adminCategories.upOf', { name: 'Klassik' }) }))
    await press(t('adminCategories.downOf', { name: 'Üslub' }))
    await save()
    await screen.findByText(t('adminCategories.saved', { name: 'Toy və tədbir gülləri' }))
    expect(fieldNames(16)).toEqual(['fresh', 'style'])
    expect(deskCategory(16)?.fields[1]?.values.map(({ value }) => value)).toEqual([values[1], values[0], ...values.slice(2)])
    await press(t('adminCategories.upOf', { name: 'Üslub' }))
    await save()
    await waitFor(() => expect(fieldNames(16)).toEqual(['style', 'fresh']))
  })

  it('can be removed, and undo restores them', async () => {
    openOne('16')
    await press(t('adminCategories.removeOf', { name: 'Üslub' }))
    expect(cards()).toHaveLength(1)
    await press(t('common.undo'))
    expect(cards()).toHaveLength(2)
    await press(t('adminCategories.removeOf', { name: 'Üslub' }))
    await save()
    await waitFor(() => expect(fieldNames(16)).toEqual(['fresh']))
  })

  it('cannot be removed if products use them, and say so', async () => {
    openOne('11')
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
    await waitFor(() => expect(deskCategory(11)?.fields[0]?.values.map(({ value }) => value)).toEqual(['half', 'shade']))
  })

  it('can be put back when the server refuses their removal, because products use them by now', async () => {
    openOne('16')
    await press(t('adminCategories.removeOf', { name: 'Üslub' }))
    const fields = deskCategory(16)?.fields.map((field) => ({ ...field, inUse: true })) ?? []
    // The use of a field is no change of the category.
    Object.assign(deskCategory(16) ?? {}, { fields })
    await save()
    await screen.findByText('Məhsullarda olan xüsusiyyət silinə bilməz.')
    await screen.findByText(t('adminCategories.usedText'))
    await press(t('adminCategories.putBack', { name: 'Üslub' }))
    expect(screen.queryByText(t('adminCategories.usedText'))).toBeNull()
    await save()
    await waitFor(() => expect(fieldNames(16)).toEqual(['fresh', 'style']))
  })
})

describe('a change of another operator', () => {
  const conflict = async () => within(await screen.findByRole('region', { name: t('admin.conflict.title') }))
  /** Changes category 16 as another operator would. */
  const theirs = () => changeCategory(16, { slug: 'toylar', name: { az: 'Toylar' }, fields: deskCategory(16)?.fields.slice(0, 1) ?? [] })
  const slugLabel = t('adminCategories.label.slug')

  /** Edits category 16 and saves it after another operator's change. */
  const editBoth = async () => {
    openOne('16')
    await write(await nameField('az'), 'Toy gülləri')
    theirs()
    await save()
    await screen.findByText('Siz işləyərkən başqası bu kateqoriyanı dəyişib.')
    return conflict()
  }

  it('is shown beside the typed values, and is not overwritten', async () => {
    const shown = await editBoth()
    shown.getByText('Toylar')
    shown.getByText('Toy gülləri')
    shown.getByText('toylar')
    expect(shown.getAllByRole('group').map((part) => part.querySelector('legend')?.textContent)).toEqual([
      inLanguage('name', 'az'),
      inLanguage('name', 'ru'),
      inLanguage('name', 'en'),
      slugLabel,
      t('adminCategories.fields'),
    ])
    expect(deskCategory(16)).toMatchObject({ version: 2, name: { az: 'Toylar' } })
  })

  it('can be replaced by the typed values', async () => {
    const shown = await editBoth()
    await user.click(shown.getByRole('button', { name: t('admin.conflict.resolve') }))
    expect(screen.queryByRole('region', { name: t('admin.conflict.title') })).toBeNull()
    await save()
    await waitFor(() => expect(deskCategory(16)).toMatchObject({ version: 3, name: { az: 'Toy gülləri' }, slug: 'toy-ve-tedbir-gulleri' }))
    expect(fieldNames(16)).toEqual(['style', 'fresh'])
  })

  it('can be accepted part by part', async () => {
    const shown = await editBoth()
    for (const name of [slugLabel, t('adminCategories.fields')])
      await user.click(
        within(shown.getByRole('group', { name })).getByRole('radio', { name: new RegExp(`^${t('admin.conflict.theirs')}`) }),
      )
    await user.click(shown.getByRole('button', { name: t('admin.conflict.resolve') }))
    expect(await slugField()).toHaveValue('toylar')
    await waitFor(() => expect(cards().filter((text) => text?.startsWith('Üslub') || text?.startsWith('Canlı gül'))).toHaveLength(1))
    await save()
    await waitFor(() => expect(deskCategory(16)).toMatchObject({ version: 3, name: { az: 'Toy gülləri' }, slug: 'toylar' }))
    expect(fieldNames(16)).toEqual(['style'])
  })

  it('can be accepted as a whole', async () => {
    const shown = await editBoth()
    await user.click(shown.getByRole('button', { name: t('admin.conflict.takeAll') }))
    expect(await nameField('az')).toHaveValue('Toylar')
    expect(await nameField('ru')).toHaveValue('')
    expect(screen.queryByRole('region', { name: t('admin.conflict.title') })).toBeNull()
    await save()
    await waitFor(() => expect(deskCategory(16)).toMatchObject({ version: 3, name: { az: 'Toylar' } }))
  })

  it('is shown when a draft is based on an older version', async () => {
    const { unmount } = openOne('16')
    await write(await nameField('az'), 'Toy gülləri')
    unmount()
    theirs()
    openOne('16')
    ;(await conflict()).getByText('Toylar')
    expect(await nameField('az')).toHaveValue('Toy gülləri')
  })
})

it('the mock has the categories that these tests are about', () => {
  expect(deskCategories()).toHaveLength(172)
  expect(deskCategory(11)?.fields.map(({ inUse }) => inUse)).toEqual([true, true, true])
  expect(deskCategory(16)?.fields.map(({ inUse }) => inUse)).toEqual([false, false])
})
