// Tests of the category form when another operator has saved the same category.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as Editor } from '~admin/routes/category-editor'
import { changeCategory, deskCategory } from '~mock/category-desk-state'
import { openAt, t } from '~mock/in-shop'
import { signInStaff } from '~mock/staff-sign-in'
import { LANGUAGE_NAMES, type Locale } from '~shared/i18n/locale'
import { useToasts } from '~shared/ui/toast-store'
import { Toaster } from '~shared/ui/toaster'

/** In the mock, no product uses the fields of this category (style, fresh). */
const CATEGORY = 16

const user = userEvent.setup({ delay: null })
const Page = () => (
  <>
    <Editor />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const open = () => openAt(adminPaths.category(String(CATEGORY)), { path: '/idare/kateqoriyalar/:id', Component: Page })
const save = async () => user.click(await screen.findByRole('button', { name: t('adminCategories.save') }))
const escaped = (text: string) => text.replaceAll(/[()?.]/g, '\\$&')
const field = (label: string) => screen.findByLabelText(new RegExp(`^${escaped(label)}( |$)`))
const nameLabel = (language: Locale) => `${t('adminCategories.label.name')} (${LANGUAGE_NAMES[language]})`
const nameField = (language: Locale) => field(nameLabel(language))
const slugLabel = t('adminCategories.label.slug')
const slugField = () => field(slugLabel)
const typeName = async (text: string) => {
  const input = await nameField('az')
  await user.clear(input)
  await user.type(input, text)
}
const fieldKeys = () => deskCategory(CATEGORY)?.fields.map(({ key }) => key)
const fieldHeadings = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

describe('a change of another operator', () => {
  const conflict = async () => within(await screen.findByRole('region', { name: t('admin.conflict.title') }))
  /** Changes the category as another operator would. */
  const changeAsOther = () =>
    changeCategory(CATEGORY, { slug: 'toylar', name: { az: 'Toylar' }, fields: deskCategory(CATEGORY)?.fields.slice(0, 1) ?? [] })

  /** Edits the category and saves it after another operator's change. */
  const editBoth = async () => {
    open()
    await typeName('Toy gülləri')
    changeAsOther()
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
      nameLabel('az'),
      nameLabel('ru'),
      nameLabel('en'),
      slugLabel,
      t('adminCategories.fields'),
    ])
    expect(deskCategory(CATEGORY)).toMatchObject({ version: 2, name: { az: 'Toylar' } })
  })

  it('can be replaced by the typed values', async () => {
    const shown = await editBoth()
    await user.click(shown.getByRole('button', { name: t('admin.conflict.resolve') }))
    expect(screen.queryByRole('region', { name: t('admin.conflict.title') })).toBeNull()
    await save()
    await waitFor(() =>
      expect(deskCategory(CATEGORY)).toMatchObject({ version: 3, name: { az: 'Toy gülləri' }, slug: 'toy-ve-tedbir-gulleri' }),
    )
    expect(fieldKeys()).toEqual(['style', 'fresh'])
  })

  it('can be accepted part by part', async () => {
    const shown = await editBoth()
    for (const name of [slugLabel, t('adminCategories.fields')])
      await user.click(
        within(shown.getByRole('group', { name })).getByRole('radio', { name: new RegExp(`^${t('admin.conflict.theirs')}`) }),
      )
    await user.click(shown.getByRole('button', { name: t('admin.conflict.resolve') }))
    expect(await slugField()).toHaveValue('toylar')
    await waitFor(() =>
      expect(fieldHeadings().filter((text) => text?.startsWith('Üslub') || text?.startsWith('Canlı gül'))).toHaveLength(1),
    )
    await save()
    await waitFor(() => expect(deskCategory(CATEGORY)).toMatchObject({ version: 3, name: { az: 'Toy gülləri' }, slug: 'toylar' }))
    expect(fieldKeys()).toEqual(['style'])
  })

  it('can be accepted as a whole', async () => {
    const shown = await editBoth()
    await user.click(shown.getByRole('button', { name: t('admin.conflict.takeAll') }))
    expect(await nameField('az')).toHaveValue('Toylar')
    expect(await nameField('ru')).toHaveValue('')
    expect(screen.queryByRole('region', { name: t('admin.conflict.title') })).toBeNull()
    await save()
    await waitFor(() => expect(deskCategory(CATEGORY)).toMatchObject({ version: 3, name: { az: 'Toylar' } }))
  })

  it('is shown when a draft is based on an older version', async () => {
    const { unmount } = open()
    await typeName('Toy gülləri')
    unmount()
    changeAsOther()
    open()
    ;(await conflict()).getByText('Toylar')
    expect(await nameField('az')).toHaveValue('Toy gülləri')
  })
})
