// Tests of product lists that influencers compose and share.

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { auth } from '~shared/features/auth/store'
import { paths } from '~shared/lib/paths'
import { Component as PublicList } from '~/routes/list'
import { Component as MyList } from '~/routes/profile/list'
import { Component as MyLists } from '~/routes/profile/lists'
import { Toaster } from '~shared/ui/toaster'
import { useToasts } from '~shared/ui/toast-store'
import { card, products } from '~mock/catalogue'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { storeList, lists } from '~mock/lists-state'
import { USER } from '~mock/profile-state'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import ListButton from './components/list-button'

const user = userEvent.setup({ delay: null })
/** The shop's layout shows the toasts of a page. */
const withToasts = (Page: () => React.ReactNode) => () => (
  <>
    <Page />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const [first, second] = products.map((raw) => card(raw, 'az', new Set()))
if (!first || !second) throw new Error('the mock has no products')
const respondUnavailable = () => HttpResponse.json({ code: 'service_unavailable', detail: 'Bir az sonra.' }, { status: 503 })

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const names = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

beforeEach(() => {
  signIn({ isBlogger: true })
  useToasts.setState({ toasts: [] })
})

describe('my lists', () => {
  const openOverview = () => openAt(paths.myLists(), { path: '/profil/influencer/lists', Component: withToasts(MyLists) })

  it('link to the form when there are none, and a new list opens', async () => {
    const page = openOverview()
    await screen.findByRole('heading', { level: 1, name: t('lists.empty') })
    await user.click(await button(t('lists.new')))
    const dialog = within(await screen.findByRole('dialog', { name: t('lists.new') }))
    await user.type(dialog.getByLabelText(t('lists.label.name')), 'A')
    await user.click(dialog.getByRole('button', { name: t('lists.create') }))
    await waitFor(() => expect(dialog.getByLabelText(t('lists.label.name'))).toHaveAccessibleDescription(t('errors.fields.too_short')))
    await user.type(dialog.getByLabelText(t('lists.label.name')), 'nama')
    await user.click(dialog.getByRole('button', { name: t('lists.create') }))
    await waitFor(() => expect(page.address()).toBe(paths.myList(lists.all[0]?.slug ?? '')))
    // The refused "A" was kept in the field, so the rest of the name was appended.
    expect(lists.all.map(({ name }) => name)).toEqual(['Anama'])
  })

  it('show that a list was not created, and keep what was typed', async () => {
    server.use(http.post(`${BASE}/list`, () => problem(409, 'too_many_lists', 'Daha çox siyahı olmur.')))
    openOverview()
    await user.click(await button(t('lists.new')))
    const name = await screen.findByLabelText(t('lists.label.name'))
    await user.type(name, 'Anama')
    await user.click(await button(t('lists.create')))
    expect(await screen.findByRole('alert')).toHaveTextContent(`${t('lists.failed.create')} Daha çox siyahı olmur.`)
    expect(name).toHaveValue('Anama')
  })

  it('can be renamed and described', async () => {
    storeList('Köhnə')
    openOverview()
    await user.click(await button(t('lists.editOf', { name: 'Köhnə' })))
    const name = await screen.findByLabelText(t('lists.label.name'))
    await user.clear(name)
    await user.type(name, 'Təzə')
    await user.type(screen.getByLabelText(new RegExp(`^${t('lists.label.description')}`)), 'Niyə bunlar')
    await user.click(await button(t('lists.save')))
    await waitFor(() => expect(names()).toEqual(['Təzə']))
    expect(lists.all[0]).toMatchObject({ name: 'Təzə', description: 'Niyə bunlar' })
    await screen.findByText(t('lists.updated'))
  })

  it('are deleted after a confirmation, and reappear when the server refuses', async () => {
    storeList('Biri')
    storeList('O biri')
    server.use(http.delete(`${BASE}/list/:id`, respondUnavailable, { once: true }))
    openOverview()
    const remove = async () => {
      await user.click(await button(t('lists.deleteOf', { name: 'Biri' })))
      await user.click(await button(t('lists.deleting.submit')))
    }
    await remove()
    await screen.findByText(`${t('lists.failed.delete')} Bir az sonra.`)
    await waitFor(() => expect(names()).toEqual(['O biri', 'Biri']))
    await remove()
    await screen.findByText(t('lists.deleted', { name: 'Biri' }))
    expect(names()).toEqual(['O biri'])
  })

  it('are not shown to other customers', async () => {
    auth.profileLoaded(USER)
    openOverview()
    await screen.findByRole('heading', { level: 1, name: t('lists.bloggersOnly') })
    expect(screen.getByRole('link', { name: t('account.influencer.link') })).toHaveAttribute('href', paths.influencerForm())
  })
})

describe('a list of mine', () => {
  const open = (slug: string) => openAt(paths.myList(slug), { path: '/profil/influencer/lists/:slug', Component: withToasts(MyList) })

  it('removes a product at once, and undo restores it', async () => {
    const { slug } = storeList('Anama', '', [first.id, second.id])
    open(slug)
    await user.click(await button(t('lists.products.removeOf', { name: first.name })))
    await waitFor(() => expect(names()).toEqual([second.name]))
    await user.click(await button(t('common.undo')))
    await waitFor(() => expect(names()).toEqual([first.name, second.name]))
    expect(lists.all[0]?.productIds).toEqual([first.id, second.id])
  })

  it('restores the product when the server refuses', async () => {
    const { slug } = storeList('Anama', '', [first.id])
    server.use(http.delete(`${BASE}/list/:id/products/:productId`, respondUnavailable))
    open(slug)
    await user.click(await button(t('lists.products.removeOf', { name: first.name })))
    await screen.findByText(`${t('lists.failed.remove')} Bir az sonra.`)
    await waitFor(() => expect(names()).toEqual([first.name]))
  })

  it('links to the shop when it is empty', async () => {
    open(storeList('Anama').slug)
    await screen.findByRole('heading', { level: 2, name: t('lists.products.empty') })
  })

  it('is shared by its public link', async () => {
    const { slug } = storeList('Anama', '', [first.id])
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    open(slug)
    await user.click(await button(t('lists.share')))
    await screen.findByText(t('lists.copied'))
    expect(copy).toHaveBeenCalledWith(`http://localhost${paths.list(slug)}`)
  })

  it('of another blogger is the public page', async () => {
    const page = open('basqasinin')
    await waitFor(() => expect(page.address()).toBe(paths.list('basqasinin')))
  })
})

it('the public page shows the author and the products', async () => {
  auth.cleared()
  const { slug } = storeList('Anama', 'Ən yaxşıları', [first.id, second.id])
  openAt(paths.list(slug), { path: '/siyahi/:slug', Component: PublicList })
  await screen.findByRole('heading', { level: 1, name: 'Anama' })
  screen.getByText(t('lists.public.by', { author: 'Leyla H.' }))
  expect(screen.getAllByRole('article')).toHaveLength(2)
  await waitFor(() => expect(document.title).toBe(t('common.titleOf', { name: 'Anama' })))
})

describe('from a product', () => {
  const open = async () => {
    openAt('/', { path: '/', Component: () => <ListButton product={first} className="" /> })
    await user.click(await button(t('lists.adding.of', { name: first.name })))
    return within(await screen.findByRole('dialog', { name: t('lists.adding.title') }))
  }
  const checkboxOf = (name: string) => screen.findByRole('checkbox', { name: new RegExp(`^${name}`) })

  it('shows which lists contain it, and changes them by a tick', async () => {
    storeList('Biri', '', [first.id])
    storeList('O biri')
    await open()
    expect(await checkboxOf('Biri')).toBeChecked()
    await user.click(await checkboxOf('Biri'))
    await user.click(await checkboxOf('O biri'))
    await waitFor(() =>
      expect(lists.all.map(({ name, productIds }) => [name, productIds])).toEqual([
        ['O biri', [first.id]],
        ['Biri', []],
      ]),
    )
    expect(await checkboxOf('O biri')).toBeChecked()
    expect(await checkboxOf('Biri')).not.toBeChecked()
  })

  it('reverts a failed tick with a message', async () => {
    storeList('Biri')
    server.use(http.post(`${BASE}/list/:id/products`, () => problem(409, 'list_full', 'Siyahıda artıq yer yoxdur.')))
    const dialog = await open()
    await user.click(await checkboxOf('Biri'))
    expect(await dialog.findByRole('alert')).toHaveTextContent(`${t('lists.failed.add')} Siyahıda artıq yer yoxdur.`)
    expect(await checkboxOf('Biri')).not.toBeChecked()
  })

  it('is added to a list created on the spot', async () => {
    const dialog = await open()
    await dialog.findByText(t('lists.adding.none'))
    await user.type(dialog.getByLabelText(t('lists.new')), 'Təzə siyahı{Enter}')
    await waitFor(() => expect(lists.all).toMatchObject([{ name: 'Təzə siyahı', productIds: [first.id] }]))
    expect(await checkboxOf('Təzə siyahı')).toBeChecked()
    expect(dialog.getByLabelText(t('lists.new'))).toHaveValue('')
  })
})
