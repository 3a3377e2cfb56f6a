import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AdminLayout } from '~admin/layout'
import { canonicalSearch, MAX_VIEWS } from '~admin/lib/saved-views'
import { adminPaths } from '~admin/paths'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { savedViewsState as mock } from '~mock/saved-views-state'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'
import { useToasts } from '~shared/ui/toast-store'
import { SavedViews } from './saved-views'

const FILTERED = adminPaths.stores({ state: 'open', text: 'gül' })
const OPEN = { list: 'stores', name: 'Açıq', query: 'veziyyet=open', isDefault: true }
const CLOSED = { list: 'stores', name: 'Bağlı', query: 'veziyyet=closed', isDefault: false }

const open = (path = FILTERED) => openAt(path, { path: '/idare/magazalar', element: <SavedViews list="stores" /> })
const findSaveButton = () => screen.findByRole('button', { name: t('adminConsole.views.save') })
const edit = async () => fireEvent.click(await screen.findByRole('button', { name: t('adminConsole.views.edit') }))
/** The unfiltered list first, then each saved view. */
const views = () => {
  const list = screen.queryByRole('navigation', { name: t('adminConsole.views.title') })
  return list ? within(list).getAllByRole('link') : []
}
const waitForViews = (...names: string[]) =>
  waitFor(() => expect(views().map(({ textContent }) => textContent)).toEqual([t('adminConsole.views.unfiltered'), ...names]))
const waitForNoViews = () => waitFor(() => expect(views()).toEqual([]))
const markedDefault = (name: string) => `${name}, ${t('adminConsole.views.isDefault')}`
const nameField = () => screen.getByRole('textbox', { name: t('adminConsole.views.name') })
const submit = () => fireEvent.click(screen.getByRole('button', { name: t('adminConsole.views.saveNow') }))
const typeName = (name: string) => fireEvent.change(nameField(), { target: { value: name } })
const star = (name: string) => screen.getByRole('button', { name: t('adminConsole.views.defaultOf', { name }) })
const rename = (name: string) => fireEvent.click(screen.getByRole('button', { name: `${t('adminConsole.views.rename')}: ${name}` }))
function remove(name: string) {
  fireEvent.click(screen.getByRole('button', { name: `${t('adminConsole.views.remove')}: ${name}` }))
  fireEvent.click(screen.getByRole('button', { name: t('adminConsole.views.removeNow') }))
}
async function save(name: string) {
  fireEvent.click(await findSaveButton())
  typeName(name)
  submit()
}
const waitForToast = (text: string) => waitFor(() => expect(useToasts.getState().toasts.map((toast) => toast.text)).toContain(text))

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it('two addresses of the same filter have the same text', () => {
  expect(canonicalSearch('?veziyyet=waiting&axtaris=&magaza=3')).toBe('magaza=3&veziyyet=waiting')
  expect(canonicalSearch('?magaza=3&veziyyet=waiting')).toBe('magaza=3&veziyyet=waiting')
})

it('a view that another device has saved is shown after a reload', async () => {
  open().unmount()
  mock.all = [CLOSED, { ...OPEN, list: 'orders' }]
  open()
  await waitForViews('Bağlı')
})

it('says that the views could not be loaded', async () => {
  server.use(http.get(`${BASE}/admin/saved-views`, () => problem(403, 'forbidden', 'İcazəniz yoxdur')))
  open()
  await screen.findByText(t('adminConsole.views.failed'))
})

it('roles of one store have no saved views', async () => {
  mock.all = [CLOSED]
  const { container } = open()
  await waitForViews('Bağlı')
  // The views stay in the cache.
  act(() => signInStaff({ roles: ['store_owner'], permissions: ['stores_read'] }))
  expect(container).toBeEmptyDOMElement()
})

describe('saving a view', () => {
  it('is offered for a filter that is not saved yet, and adds a link to it', async () => {
    const { address } = open()
    await save('Açıq gül mağazaları')
    await waitForViews('Açıq gül mağazaları')
    const [all, view] = views()
    expect(view).toHaveAttribute('aria-current', 'page')
    expect(screen.queryByRole('button', { name: t('adminConsole.views.save') })).toBeNull()
    await waitFor(() => expect(mock.all.map(({ list, name }) => `${list} ${name}`)).toEqual(['stores Açıq gül mağazaları']))
    fireEvent.click(all as HTMLElement)
    expect(address()).toBe(adminPaths.stores())
    expect(screen.queryByRole('button', { name: t('adminConsole.views.save') })).toBeNull()
    fireEvent.click(views()[1] as HTMLElement)
    expect(canonicalSearch(address().split('?')[1] ?? '')).toBe(canonicalSearch(FILTERED.split('?')[1] ?? ''))
  })

  it('needs a name that no other view of the list has', async () => {
    mock.all = [OPEN]
    open()
    fireEvent.click(await findSaveButton())
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
    fireEvent.click(await findSaveButton())
    await waitFor(() => expect(nameField()).toHaveFocus())
  })

  it('is not offered beyond the maximum number of views', async () => {
    mock.all = Array.from({ length: MAX_VIEWS }, (_, number) => ({ ...CLOSED, name: `${number}`, query: `axtaris=${number}` }))
    open()
    fireEvent.click(await findSaveButton())
    expect(screen.getByText(t('adminConsole.views.full', { count: MAX_VIEWS }))).toBeVisible()
  })

  it('is shown before the response, and undone when the server refuses it', async () => {
    let refuse = () => {}
    const isRefused = new Promise<void>((resolve) => {
      refuse = resolve
    })
    const refusal = () => problem(409, 'too_many_views', 'Görünüşlərin sayı həddə çatıb')
    server.use(http.put(`${BASE}/admin/saved-views`, () => isRefused.then(refusal)))
    open()
    await save('Mənim')
    await waitForViews('Mənim')
    refuse()
    await waitForToast('Görünüşlərin sayı həddə çatıb')
    await waitForNoViews()
    await findSaveButton()
    // The typed name is not lost.
    await waitFor(() => expect(nameField()).toHaveValue('Mənim'))
  })
})

describe('a default view', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  })

  it('opens with the area, and its filter can be left', async () => {
    const { address } = openAt(FILTERED, {
      path: '/idare',
      Component: AdminLayout,
      children: [{ path: 'magazalar', element: <SavedViews list="stores" /> }],
    })
    const area = () => screen.getByRole('link', { name: t('admin.areas.stores'), hidden: true })
    fireEvent.click(await findSaveButton())
    typeName('Açıq')
    fireEvent.click(screen.getByRole('checkbox', { name: t('adminConsole.views.makeDefault') }))
    submit()
    await waitForViews(markedDefault('Açıq'))
    fireEvent.click(views()[0] as HTMLElement)
    expect(address()).toBe(adminPaths.stores())
    await waitFor(() => expect(area()).not.toHaveAttribute('href', adminPaths.stores()))
    fireEvent.click(area())
    expect(canonicalSearch(address().split('?')[1] ?? '')).toBe(canonicalSearch(FILTERED.split('?')[1] ?? ''))
    await edit()
    expect(star('Açıq')).toHaveAttribute('aria-pressed', 'true')
    fireEvent.click(star('Açıq'))
    await waitFor(() => expect(area()).toHaveAttribute('href', adminPaths.stores()))
    await waitFor(() => expect(mock.all.map(({ isDefault }) => isDefault)).toEqual([false]))
  })

  it('is replaced by another one', async () => {
    mock.all = [OPEN, CLOSED]
    open()
    await edit()
    fireEvent.click(star('Bağlı'))
    await waitForViews('Açıq', markedDefault('Bağlı'))
    await waitFor(() => expect(mock.all.map(({ isDefault }) => isDefault)).toEqual([false, true]))
  })
})

describe('a saved view', () => {
  beforeEach(() => {
    mock.all = [OPEN, CLOSED]
  })

  it('is renamed, and stays the default', async () => {
    open(adminPaths.stores())
    await edit()
    rename('Açıq')
    expect(nameField()).toHaveFocus()
    typeName('Bağlı')
    submit()
    expect(nameField()).toHaveAccessibleDescription(t('adminConsole.views.taken'))
    await userEvent.clear(nameField())
    await userEvent.keyboard('İşləyən{Enter}')
    await waitForViews(markedDefault('İşləyən'), 'Bağlı')
    expect(star('İşləyən')).toHaveFocus()
    await waitFor(() => expect(mock.all).toEqual([{ ...OPEN, name: 'İşləyən' }, CLOSED]))
  })

  it('keeps its name when renaming is cancelled', async () => {
    open(adminPaths.stores())
    await edit()
    rename('Açıq')
    typeName('Başqa')
    fireEvent.click(screen.getByRole('button', { name: t('adminStaff.cancel') }))
    await waitForViews(markedDefault('Açıq'), 'Bağlı')
  })

  it('keeps its name when another device has taken the new one, and so does the view of that device', async () => {
    const taken = { ...CLOSED, name: 'Başqa', query: 'axtaris=vaz' }
    let answer = () => {}
    const waiting = new Promise<void>((resolve) => (answer = resolve))
    let sentCount = 0
    server.use(
      http.put(`${BASE}/admin/saved-views`, async () => {
        sentCount += 1
        mock.all = [...mock.all, taken]
        await waiting
      }),
    )
    open(adminPaths.stores())
    await edit()
    rename('Açıq')
    typeName('Başqa')
    submit()
    await waitForViews(markedDefault('Başqa'), 'Bağlı')
    // These wait for the first response.
    fireEvent.click(star('Başqa'))
    remove('Bağlı')
    await waitForViews('Başqa')
    answer()
    await waitForToast(t('errors.fields.name_duplicate'))
    await waitForViews(markedDefault('Açıq'), 'Başqa')
    expect(nameField()).toHaveValue('Başqa')
    expect(mock.all).toEqual([OPEN, taken])
    expect(sentCount).toBe(1)
  })

  it('that another tab has saved is shown when the sheet opens', async () => {
    open(adminPaths.stores())
    await waitForViews(markedDefault('Açıq'), 'Bağlı')
    mock.all = [CLOSED, { ...OPEN, isDefault: false }]
    await edit()
    await waitForViews('Bağlı', 'Açıq')
    expect(star('Açıq')).toHaveAttribute('aria-pressed', 'false')
  })

  it('is deleted after a second press, and the sheet closes after the last one', async () => {
    open(adminPaths.stores())
    await edit()
    remove('Açıq')
    await waitForViews('Bağlı')
    expect(star('Bağlı')).toHaveFocus()
    remove('Bağlı')
    await waitForNoViews()
    expect(document.querySelector('dialog[open]')).toBeNull()
    await waitFor(() => expect(mock.all).toEqual([]))
  })

  it('is shown again when the server does not delete it', async () => {
    server.use(http.delete(`${BASE}/admin/saved-views`, () => problem(503, 'service_unavailable', 'Bir az sonra yenidən cəhd edin')))
    open(adminPaths.stores())
    await edit()
    remove('Bağlı')
    await waitForToast('Bir az sonra yenidən cəhd edin')
    await waitForViews(markedDefault('Açıq'), 'Bağlı')
  })
})
