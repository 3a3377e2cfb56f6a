import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as Editor } from '~admin/routes/store-editor'
import { Component as List } from '~admin/routes/store-list'
import { LANGUAGE_NAMES, type Locale } from '~shared/i18n/locale'
import { useToasts } from '~shared/ui/toast-store'
import { violationsOf } from '~mock/accessibility'
import { UPLOADED } from '~mock/handlers/pictures'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'
import { changeStore, deskStore, storeDesk } from '~mock/store-desk-state'

/** The mock's store 1. */
const NAME = 'Gül evi'

const user = userEvent.setup({ delay: null })
const openList = (filter?: Parameters<typeof adminPaths.stores>[0]) =>
  openAt(adminPaths.stores(filter), { path: '/idare/magazalar', Component: List })
const openNew = () => openAt(adminPaths.newStore(), { path: '/idare/magazalar/yeni', Component: Editor })
const openOne = (id: string) => openAt(adminPaths.store(id), { path: '/idare/magazalar/:id', Component: Editor })
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const escaped = (text: string) => text.replaceAll(/[()]/g, '\\$&')
/** A label may end with “optional”. */
const field = (label: string) => screen.findByLabelText(new RegExp(`^${escaped(label)}( ${escaped(t('forms.optional'))})?$`))
const label = (name: 'name' | 'slug' | 'about' | 'logoUrl' | 'coverUrl') => t(`adminStores.label.${name}`)
const about = (language: Locale) => `${label('about')} (${LANGUAGE_NAMES[language]})`
const write = async (name: string, text: string) => {
  const input = await field(name)
  await user.clear(input)
  if (text) await user.type(input, text)
}
const save = () => press(t('adminStores.save'))
const names = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const lastToast = () => useToasts.getState().toasts.at(-1)?.text

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it.each([
  ['the list', () => openList()],
  ['a store', () => openOne('1')],
  ['a new store', () => openNew()],
])('%s is shown to operators only', async (_what, open) => {
  signInStaff({ roles: ['courier'], permissions: [] })
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

describe('the list', () => {
  const addStores = (count: number) => {
    const template = storeDesk.stores.at(-1)
    if (!template) throw new Error('the mock has no stores')
    storeDesk.stores = Array.from({ length: count }, (_, index) => ({
      ...template,
      id: 100 + index,
      name: `Mağaza ${index}`,
      slug: `m${index}`,
    }))
  }

  it('shows each store with its state, counts and missing languages', async () => {
    changeStore(1, { isOpen: false, about: { az: 'Güllər' } })
    const { container } = openList()
    const row = within((await screen.findByRole('heading', { level: 2, name: NAME })).closest('li') as HTMLElement)
    row.getByText(t('adminStores.states.closed'))
    row.getByText(t('admin.missingLanguages', { languages: 'RU, EN' }))
    row.getByText(t('adminStores.followers', { count: 37 }))
    row.getByText(t('adminStores.rating', { rating: '4,9' }))
    expect(row.getByRole('link', { name: t('adminStores.editOf', { name: NAME }) })).toHaveAttribute('href', adminPaths.store('1'))
    expect(screen.getByRole('link', { name: t('adminStores.new') })).toHaveAttribute('href', adminPaths.newStore())
    screen.getByText(t('adminStores.shown', { count: storeDesk.stores.length }))
    expect(await violationsOf(container)).toEqual([])
  })

  it('is filtered by state and text, which are in the address', async () => {
    changeStore(1, { isOpen: false })
    const { address } = openList({ state: 'closed' })
    await waitFor(() => expect(names()).toEqual([NAME]))
    await user.type(screen.getByLabelText(t('adminStores.find')), 'şirin{Enter}')
    await screen.findByText(t('adminStores.emptySearch'))
    expect(address()).toBe(adminPaths.stores({ state: 'closed', text: 'şirin' }))
    await user.click(screen.getByRole('link', { name: t('adminStores.states.all') }))
    await waitFor(() => expect(names()).toEqual(['Şirin ev']))
    expect(address()).toBe(adminPaths.stores({ text: 'şirin' }))
    await press(t('common.search.clear'))
    await waitFor(() => expect(names()).toHaveLength(storeDesk.stores.length))
    await user.click(screen.getByRole('link', { name: t('adminStores.states.open') }))
    await waitFor(() => expect(names()).toHaveLength(storeDesk.stores.length - 1))
  })

  it('says that no store is in the state', async () => {
    openList({ state: 'closed' })
    await screen.findByText(t('adminStores.emptyText'))
    expect(screen.getAllByRole('link', { name: t('adminStores.new') })).toHaveLength(1)
  })

  it('links to the form when the shop has no store', async () => {
    storeDesk.stores = []
    openList()
    await screen.findByText(t('adminStores.emptyFirst'))
    const links = screen.getAllByRole('link', { name: t('adminStores.new') })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([adminPaths.newStore(), adminPaths.newStore()])
  })

  it('loads more stores, and a failed page again', async () => {
    addStores(45)
    openList()
    await screen.findByText(t('adminStores.shown', { count: 20 }))
    await press(t('catalog.loadMore'))
    await screen.findByText(t('adminStores.shown', { count: 40 }))
    server.use(http.get(`${BASE}/admin/stores`, () => problem(403, 'forbidden', 'İcazəniz yoxdur')))
    await press(t('catalog.loadMore'))
    // The loaded stores stay.
    await waitFor(() => expect(screen.getByRole('button', { name: t('catalog.loadMore') })).toBeEnabled())
    expect(names()).toHaveLength(40)
    server.resetHandlers()
    await press(t('catalog.loadMore'))
    await screen.findByText(t('adminStores.shown', { count: 45 }))
    expect(screen.queryByRole('button', { name: t('catalog.loadMore') })).toBeNull()
    expect(new Set(names()).size).toBe(45)
  })

  it('offers a retry when loading fails', async () => {
    server.use(http.get(`${BASE}/admin/stores`, () => problem(403, 'forbidden', 'İcazəniz yoxdur')))
    openList()
    const retryButton = await screen.findByRole('button', { name: t('common.retry') })
    server.resetHandlers()
    await user.click(retryButton)
    await screen.findByRole('heading', { level: 2, name: NAME })
  })

  it('offers no new store without the permission', async () => {
    signInStaff({ roles: ['support'], permissions: ['stores_read'] })
    openList()
    await screen.findByRole('heading', { level: 2, name: NAME })
    expect(screen.queryByRole('link', { name: t('adminStores.new') })).toBeNull()
  })
})

describe('a new store', () => {
  it('shows missing fields, and is created open', async () => {
    const { address, container } = openNew()
    await field(label('name'))
    await press(t('adminStores.create'))
    expect(await screen.findByRole('alert')).toHaveFocus()
    expect(await field(label('name'))).toHaveAccessibleDescription(t('errors.fields.required'))
    expect(await field(about('az'))).toHaveAccessibleDescription(t('errors.fields.required'))
    expect(await violationsOf(container)).toEqual([])
    await write(label('name'), 'Nar bağı')
    await write(about('az'), 'Nar və nar şərabı.')
    await write(label('slug'), 'gul-evi')
    const cover = () => new File(['x'], 'cover.webp', { type: 'image/webp' })
    await user.upload(await field(label('coverUrl')), cover())
    await press(t('admin.picture.removeOf', { name: label('coverUrl') }))
    expect(screen.queryByText(t('admin.picture.uploaded'))).toBeNull()
    await user.upload(await field(label('coverUrl')), cover())
    await screen.findByText(t('admin.picture.uploaded'))
    await press(t('adminStores.create'))
    await waitFor(async () => expect(await field(label('slug'))).toHaveAccessibleDescription('Bu ünvan artıq var'))
    await write(label('slug'), 'nar-bagi')
    await press(t('adminStores.create'))
    await screen.findByText(/^at /)
    const id = Math.max(...storeDesk.stores.map((store) => store.id))
    expect(address()).toBe(adminPaths.store(String(id)))
    expect(deskStore(id)).toMatchObject({
      name: 'Nar bağı',
      slug: 'nar-bagi',
      about: { az: 'Nar və nar şərabı.' },
      logoUrl: '',
      coverUrl: UPLOADED,
      isOpen: true,
    })
    expect(lastToast()).toBe(t('adminStores.saved', { name: 'Nar bağı' }))
  })
})

describe('a store', () => {
  it('is saved, and needs an address', async () => {
    openOne('1')
    await write(label('slug'), '')
    await save()
    expect(await field(label('slug'))).toHaveAccessibleDescription(t('errors.fields.required'))
    await write(label('slug'), 'gul-evi-baku')
    await write(about('ru'), '')
    expect(await field(about('ru'))).toHaveAccessibleDescription(t('admin.missingText'))
    await press(t('admin.picture.removeOf', { name: label('logoUrl') }))
    await user.upload(await field(label('coverUrl')), new File(['x'], 'a.png', { type: 'image/png' }))
    await screen.findByText(t('admin.picture.uploaded'))
    await save()
    await waitFor(() => expect(deskStore(1)).toMatchObject({ slug: 'gul-evi-baku', logoUrl: '', coverUrl: UPLOADED, version: 2 }))
    expect(deskStore(1)?.about).not.toHaveProperty('ru')
    await waitFor(() => expect(screen.getByRole('link', { name: t('adminStores.see') })).toHaveAttribute('href', '/magazalar/gul-evi-baku'))
  })

  it('is kept as a draft', async () => {
    const { unmount } = openOne('1')
    await write(label('name'), 'Gül bağı')
    unmount()
    openOne('1')
    expect(await field(label('name'))).toHaveValue('Gül bağı')
  })

  it('is closed after a confirmation, without losing an unsaved edit', async () => {
    openOne('1')
    await write(label('name'), 'Gül bağı')
    await press(t('adminStores.close.button'))
    const count = deskStore(1)?.productCount ?? 0
    expect(await screen.findByRole('group', { name: t('adminStores.close.button') })).toHaveFocus()
    screen.getByText(t('adminStores.close.sure', { name: NAME, count }))
    await press(t('adminStores.cancel'))
    expect(deskStore(1)?.isOpen).toBe(true)
    await press(t('adminStores.close.button'))
    await press(t('adminStores.close.yes'))
    await screen.findByText(t('adminStores.states.closed'))
    expect(lastToast()).toBe(t('adminStores.close.done', { name: NAME }))
    expect(deskStore(1)?.isOpen).toBe(false)
    // Shoppers do not find the page of a closed store.
    expect(screen.queryByRole('link', { name: t('adminStores.see') })).toBeNull()
    await save()
    await waitFor(() => expect(deskStore(1)).toMatchObject({ name: 'Gül bağı', isOpen: false }))
  })

  it('is opened after a confirmation', async () => {
    changeStore(1, { isOpen: false })
    openOne('1')
    await press(t('adminStores.open.button'))
    screen.getByText(t('adminStores.open.sure', { name: NAME, count: deskStore(1)?.productCount ?? 0 }))
    await press(t('adminStores.open.yes'))
    await waitFor(() => expect(deskStore(1)?.isOpen).toBe(true))
    await screen.findByText(t('adminStores.states.open'))
    expect(lastToast()).toBe(t('adminStores.open.done', { name: NAME }))
  })

  it('shows the reason when the server refuses to close it', async () => {
    openOne('1')
    await press(t('adminStores.close.button'))
    server.use(http.post(`${BASE}/admin/stores/1/close`, () => problem(503, 'service_unavailable', 'Bir az sonra yenidən cəhd edin')))
    await press(t('adminStores.close.yes'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Bir az sonra yenidən cəhd edin')
  })

  it('does not overwrite the change of another operator', async () => {
    openOne('1')
    await write(label('name'), 'Gül bağı')
    changeStore(1, { slug: 'gul', about: { az: 'Güllər' } })
    await save()
    await screen.findByText('Siz işləyərkən başqası bu mağazanı dəyişib.')
    const shown = within(await screen.findByRole('region', { name: t('admin.conflict.title') }))
    expect(shown.getAllByRole('group').map((part) => part.querySelector('legend')?.textContent)).toEqual([
      label('name'),
      label('slug'),
      about('az'),
      about('ru'),
      about('en'),
    ])
    for (const name of [label('slug'), about('az')])
      await user.click(
        within(shown.getByRole('group', { name })).getByRole('radio', { name: new RegExp(`^${t('admin.conflict.theirs')}`) }),
      )
    await user.click(shown.getByRole('button', { name: t('admin.conflict.resolve') }))
    await save()
    await waitFor(() => expect(deskStore(1)).toMatchObject({ name: 'Gül bağı', slug: 'gul', version: 3 }))
    expect(deskStore(1)?.about).toMatchObject({ az: 'Güllər', ru: expect.stringContaining('цветы') })
  })

  it('can take over all values that another operator has saved', async () => {
    openOne('1')
    await write(label('name'), 'Gül bağı')
    changeStore(1, { name: 'Çiçək evi', slug: 'cicek-evi' })
    await save()
    await press(t('admin.conflict.takeAll'))
    expect(await field(label('name'))).toHaveValue('Çiçək evi')
    expect(await field(label('slug'))).toHaveValue('cicek-evi')
    expect(screen.queryByRole('region', { name: t('admin.conflict.title') })).toBeNull()
  })

  it('cannot be closed without the permission', async () => {
    signInStaff({ roles: ['support'], permissions: ['stores_read'] })
    openOne('1')
    await screen.findByText(t('adminStores.states.open'))
    expect(screen.queryByRole('button', { name: t('adminStores.close.button') })).toBeNull()
  })

  it('links to the list when it does not exist', async () => {
    openOne('999')
    await screen.findByRole('heading', { name: t('errors.store_not_found.title') })
    expect(screen.getAllByRole('link', { name: t('adminStores.back') }).at(-1)).toHaveAttribute('href', adminPaths.stores())
  })

  it('offers a retry when loading fails', async () => {
    server.use(http.get(`${BASE}/admin/stores/1`, () => problem(403, 'forbidden', 'İcazəniz yoxdur')))
    openOne('1')
    const retryButton = await screen.findByRole('button', { name: t('common.retry') })
    server.resetHandlers()
    await user.click(retryButton)
    await field(label('name'))
  })
})
