import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AdminLayout } from '~admin/layout'
import { canonicalSearch, MAX_VIEWS, savedViews } from '~admin/lib/saved-views'
import { adminPaths } from '~admin/paths'
import { openAt, t } from '~mock/in-shop'
import { signInStaff } from '~mock/staff-sign-in'
import { SavedViews } from './saved-views'

const FILTERED = adminPaths.stores({ state: 'open', text: 'gül' })

const open = (path = FILTERED) => openAt(path, { path: '/idare/magazalar', element: <SavedViews list="stores" /> })
const saveButton = () => screen.queryByRole('button', { name: t('adminConsole.views.save') })
const edit = () => fireEvent.click(screen.getByRole('button', { name: t('adminConsole.views.edit') }))
/** The unfiltered list first, then each saved view. */
const views = () => {
  const list = screen.queryByRole('navigation', { name: t('adminConsole.views.title') })
  return list ? within(list).getAllByRole('link') : []
}
const nameField = () => screen.getByRole('textbox', { name: t('adminConsole.views.name') })
const submit = () => fireEvent.click(screen.getByRole('button', { name: t('adminConsole.views.saveNow') }))
const typeName = (name: string) => fireEvent.change(nameField(), { target: { value: name } })
function save(name: string) {
  fireEvent.click(saveButton() as HTMLElement)
  typeName(name)
  submit()
}

beforeEach(() => {
  savedViews.clearAll()
  signInStaff()
})

it('two addresses of the same filter have the same text', () => {
  expect(canonicalSearch('?veziyyet=waiting&axtaris=&magaza=3')).toBe('magaza=3&veziyyet=waiting')
  expect(canonicalSearch('?magaza=3&veziyyet=waiting')).toBe('magaza=3&veziyyet=waiting')
})

describe('saving a view', () => {
  it('is offered for a filter that is not saved yet, and adds a link to it', () => {
    const { address } = open()
    save('Açıq gül mağazaları')
    const [all, view] = views()
    expect(view).toHaveTextContent('Açıq gül mağazaları')
    expect(view).toHaveAttribute('aria-current', 'page')
    expect(saveButton()).toBeNull()
    fireEvent.click(all as HTMLElement)
    expect(address()).toBe(adminPaths.stores())
    expect(saveButton()).toBeNull()
    fireEvent.click(views()[1] as HTMLElement)
    expect(canonicalSearch(address().split('?')[1] ?? '')).toBe(canonicalSearch(FILTERED.split('?')[1] ?? ''))
  })

  it('needs a name that no other view of the list has', () => {
    open()
    savedViews.add('stores', { name: 'Açıq', search: 'veziyyet=open' }, false)
    fireEvent.click(saveButton() as HTMLElement)
    submit()
    expect(nameField()).toHaveAccessibleDescription(t('errors.fields.required'))
    expect(nameField()).toHaveFocus()
    typeName('açıq')
    submit()
    expect(nameField()).toHaveAccessibleDescription(t('adminConsole.views.taken'))
    fireEvent.click(screen.getByRole('button', { name: t('common.close') }))
    expect(views()).toHaveLength(2)
  })

  it('focuses the field of the name', async () => {
    open()
    fireEvent.click(saveButton() as HTMLElement)
    await waitFor(() => expect(nameField()).toHaveFocus())
  })

  it('is refused beyond the maximum number of views', () => {
    for (let number = 0; number < MAX_VIEWS; number += 1)
      savedViews.add('stores', { name: `${number}`, search: `axtaris=${number}` }, false)
    open()
    fireEvent.click(saveButton() as HTMLElement)
    expect(screen.getByText(t('adminConsole.views.full', { count: MAX_VIEWS }))).toBeVisible()
  })

  it('stores the view for the signed-in account only', async () => {
    open()
    save('Mənim')
    expect(views()).toHaveLength(2)
    signInStaff({ id: 99 })
    await waitFor(() => expect(views()).toHaveLength(0))
  })
})

describe('a default view', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  })

  it('opens with the area, and its filter can be left', () => {
    const { address } = openAt(FILTERED, {
      path: '/idare',
      Component: AdminLayout,
      children: [{ path: 'magazalar', element: <SavedViews list="stores" /> }],
    })
    fireEvent.click(saveButton() as HTMLElement)
    typeName('Açıq')
    fireEvent.click(screen.getByRole('checkbox', { name: t('adminConsole.views.makeDefault') }))
    submit()
    fireEvent.click(views()[0] as HTMLElement)
    expect(address()).toBe(adminPaths.stores())
    fireEvent.click(screen.getByRole('link', { name: t('admin.areas.stores') }))
    expect(canonicalSearch(address().split('?')[1] ?? '')).toBe(canonicalSearch(FILTERED.split('?')[1] ?? ''))
    edit()
    const star = screen.getByRole('button', { name: t('adminConsole.views.defaultOf', { name: 'Açıq' }) })
    expect(star).toHaveAttribute('aria-pressed', 'true')
    fireEvent.click(star)
    expect(screen.getByRole('link', { name: t('admin.areas.stores'), hidden: true })).toHaveAttribute('href', adminPaths.stores())
  })
})

describe('a saved view', () => {
  beforeEach(() => {
    savedViews.add('stores', { name: 'Açıq', search: 'veziyyet=open' }, true)
    savedViews.add('stores', { name: 'Bağlı', search: 'veziyyet=closed' }, false)
  })

  it('is renamed, and stays the default', async () => {
    open(adminPaths.stores())
    edit()
    fireEvent.click(screen.getByRole('button', { name: `${t('adminConsole.views.rename')}: Açıq` }))
    expect(nameField()).toHaveFocus()
    typeName('Bağlı')
    submit()
    expect(nameField()).toHaveAccessibleDescription(t('adminConsole.views.taken'))
    await userEvent.clear(nameField())
    await userEvent.keyboard('İşləyən{Enter}')
    expect(views()[1]).toHaveTextContent(`İşləyən, ${t('adminConsole.views.isDefault')}`)
    expect(screen.getByRole('button', { name: t('adminConsole.views.defaultOf', { name: 'İşləyən' }) })).toHaveFocus()
  })

  it('keeps its name when renaming is cancelled', () => {
    open(adminPaths.stores())
    edit()
    fireEvent.click(screen.getByRole('button', { name: `${t('adminConsole.views.rename')}: Açıq` }))
    typeName('Başqa')
    fireEvent.click(screen.getByRole('button', { name: t('adminStaff.cancel') }))
    expect(views()[1]).toHaveTextContent('Açıq')
  })

  it('is deleted after a second press, and the sheet closes after the last one', () => {
    open(adminPaths.stores())
    edit()
    const remove = (name: string) => {
      fireEvent.click(screen.getByRole('button', { name: `${t('adminConsole.views.remove')}: ${name}` }))
      fireEvent.click(screen.getByRole('button', { name: t('adminConsole.views.removeNow') }))
    }
    remove('Açıq')
    expect(views()).toHaveLength(2)
    expect(screen.getByRole('button', { name: t('adminConsole.views.defaultOf', { name: 'Bağlı' }) })).toHaveFocus()
    remove('Bağlı')
    expect(views()).toHaveLength(0)
    expect(document.querySelector('dialog[open]')).toBeNull()
  })
})
