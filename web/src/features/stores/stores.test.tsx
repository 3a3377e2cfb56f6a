// Tests of following a store, the list of stores, and the account's followed stores.

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { Suspense } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { connectSession } from '~shared/api/recovery'
import { auth } from '~shared/features/auth/store'
import { useLoginModal } from '~/features/favourites/favourites'
import { number } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { useToasts } from '~shared/ui/toast-store'
import { Component as Subscriptions } from '~/routes/profile/subscriptions'
import { Component as StorePage } from '~/routes/store'
import { Component as StoreList } from '~/routes/stores'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { USER } from '~mock/profile-state'
import { server } from '~mock/server'
import { storesState, storesOf } from '~mock/stores-state'

const user = userEvent.setup({ delay: null })
const firstStore = storesOf('az')[0] as ReturnType<typeof storesOf>[number]
const [NAME, SLUG] = [firstStore.name, firstStore.slug]
const followers = (count: number) => t('stores.followers', { count, n: number(count) })

const withSuspense = (Page: typeof StorePage) =>
  function SuspendedPage() {
    return (
      <Suspense>
        <Page />
      </Suspense>
    )
  }
const openStore = () => openAt(paths.store(SLUG), { path: '/magazalar/:slug', Component: withSuspense(StorePage) })
const openList = (filter?: Parameters<typeof paths.stores>[0]) =>
  openAt(paths.stores(filter), { path: '/magazalar', Component: withSuspense(StoreList) })
const openSubscriptions = () => openAt(paths.subscriptions(), { path: '/profil/abunelikler', Component: Subscriptions })
const followButton = () => screen.findByRole('button', { name: t('stores.followOf', { name: NAME }) })
const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

beforeEach(() => {
  // jsdom lacks this function.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  useLoginModal.setState({ isOpen: false })
  useToasts.setState({ toasts: [] })
  auth.cleared()
  connectSession({ tokens: auth.tokens, renewed: auth.renewed, lost: auth.cleared })
})
const signInUser = () => auth.signedIn({ user: USER, accessToken: 'access-1', refreshToken: 'refresh-1', expiresIn: 900 })

describe('following a store', () => {
  it('asks guests to sign in', async () => {
    openStore()
    await user.click(await followButton())
    expect(useLoginModal.getState().isOpen).toBe(true)
    expect(storesState.followed).toEqual([])
  })

  it('shows at once, updates the count exactly, and can be undone', async () => {
    signInUser()
    openStore()
    await screen.findByText(followers(firstStore.subscriberCount))
    await user.click(await followButton())
    expect(await followButton()).toHaveAttribute('aria-pressed', 'true')
    await screen.findByText(followers(firstStore.subscriberCount + 1))
    await waitFor(() => expect(storesState.followed).toEqual([firstStore.id]))
    await user.click(await followButton())
    await screen.findByText(followers(firstStore.subscriberCount))
    await waitFor(() => expect(storesState.followed).toEqual([]))
  })

  it('reverts when the server refuses', async () => {
    signInUser()
    server.use(http.post(`${BASE}/store/subscribe/:store`, () => problem(503, 'service_unavailable', 'Bir az sonra')))
    openStore()
    await screen.findByText(followers(firstStore.subscriberCount))
    await user.click(await followButton())
    await waitFor(() => expect(useToasts.getState().toasts.at(-1)?.tone).toBe('bad'))
    expect(await followButton()).toHaveAttribute('aria-pressed', 'false')
    screen.getByText(followers(firstStore.subscriberCount))
  })
})

it('a store shows its campaigns with their end', async () => {
  openStore()
  await screen.findByText(t('stores.campaign.until', { date: '3 dekabr' }))
})

describe('the list of stores', () => {
  it('is searched, and says when nothing is found', async () => {
    const { address } = openList()
    await user.type(await screen.findByRole('searchbox'), 'yoxdur belə{Enter}')
    await screen.findByRole('heading', { name: t('stores.none') })
    expect(address()).toBe(paths.stores({ text: 'yoxdur belə' }))
  })

  it('is sorted by the address', async () => {
    openList({ sort: 'name' })
    await screen.findByRole('heading', { level: 2, name: NAME })
    expect(names()).toEqual(names().toSorted((a, b) => a.localeCompare(b)))
  })

  it('ignores an unknown order', async () => {
    openList({ sort: 'evil' })
    await screen.findByRole('heading', { level: 2, name: NAME })
  })
})

describe('my subscriptions', () => {
  it('list followed stores, and undo restores a removed one', async () => {
    signInUser()
    storesState.followed = [firstStore.id]
    openSubscriptions()
    const item = within((await screen.findByRole('heading', { level: 2, name: NAME })).closest('li') as HTMLElement)
    await user.click(item.getByRole('button', { name: t('stores.subscriptions.unfollowOf', { name: NAME }) }))
    await screen.findByRole('heading', { level: 1, name: t('stores.subscriptions.empty') })
    useToasts.getState().toasts.at(-1)?.action?.run()
    await screen.findByRole('heading', { level: 2, name: NAME })
    await waitFor(() => expect(storesState.followed).toEqual([firstStore.id]))
  })
})
