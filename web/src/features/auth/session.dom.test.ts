import type { QueryClient } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { createQueryClient } from '~shared/api/query-client'
import { call } from '~shared/api/http'
import type { Session, User } from '~shared/api/types'
import { followOtherTabs } from '~shared/lib/persist'
import { tokens } from '~mock/handlers/account'
import { BASE, problem } from '~mock/handlers/responses'
import { USER } from '~mock/profile-state'
import { server } from '~mock/server'
import { state } from '~mock/state'
import { precheckout, usePrecheckout } from '~shared/features/checkout/store'
import { likesQuery } from '../favourites/favourites'
import { keepSession } from '~shared/features/auth/keep-session'
import { auth, useAuth } from '~shared/features/auth/store'

const GUEST = { user: null, accessToken: null, refreshToken: null, isAuthenticated: false }
const session = (): Session => ({ user: USER, ...tokens() })
const stored = () =>
  (JSON.parse(localStorage.getItem('sovqat') ?? '{}') as Record<string, { state: unknown } | undefined>).auth?.state ?? null

let client: QueryClient
const cachedPaths = () =>
  client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey[1])
const requestProfile = () => call({ method: 'GET', path: '/user/me', locale: 'az' }).catch(() => null)

/** Waits for the requests that `keepSession` starts. The mock server responds at once. */
const waitForRequests = () => new Promise((resolve) => setTimeout(resolve, 60))

function mockRefresh(status: number) {
  server.use(http.get(`${BASE}/auth/refresh`, () => problem(status, 'internal', 'x')))
}

beforeEach(() => {
  client = createQueryClient()
  useAuth.setState(GUEST)
  precheckout.reset()
})

describe('signing in', () => {
  it('stores the user and both tokens, also for later visits', () => {
    auth.signedIn(session())
    const expected = { user: USER, accessToken: 'access-1', refreshToken: 'refresh-1', isAuthenticated: true }
    expect(useAuth.getState()).toEqual(expected)
    expect(stored()).toEqual(expected)
  })
})

describe('the profile', () => {
  it('that was loaded marks the user as authenticated', async () => {
    useAuth.setState({ accessToken: 'access-1', refreshToken: 'refresh-1' })
    keepSession(client, 'az')
    await expect.poll(() => useAuth.getState()).toMatchObject({ isAuthenticated: true, user: USER })
  })

  it('that is refused clears the session', async () => {
    auth.signedIn(session())
    server.use(http.get(`${BASE}/user/me`, () => problem(404, 'user_not_found', 'x')))
    keepSession(client, 'az')
    await expect.poll(() => useAuth.getState()).toEqual(GUEST)
  })

  it('that could not be loaded changes nothing', async () => {
    auth.signedIn(session())
    server.use(http.get(`${BASE}/user/me`, () => problem(503, 'service_unavailable', 'x')))
    keepSession(client, 'az')
    await waitForRequests()
    expect(useAuth.getState()).toMatchObject({ isAuthenticated: true, user: USER })
  })

  it('or a changed e-mail replaces the user only', () => {
    auth.signedIn(session())
    const changed: User = { ...USER, firstName: 'Nigar', email: 'nigar@example.az' }
    auth.profileLoaded(changed)
    expect(useAuth.getState()).toEqual({ user: changed, accessToken: 'access-1', refreshToken: 'refresh-1', isAuthenticated: true })
  })
})

describe('tokens', () => {
  it('are stored when renewed by a refresh or a new password; the user stays', () => {
    auth.signedIn(session())
    auth.renewed({ accessToken: 'access-2', refreshToken: 'refresh-2' })
    expect(useAuth.getState()).toEqual({ user: USER, accessToken: 'access-2', refreshToken: 'refresh-2', isAuthenticated: true })
    expect(stored()).toMatchObject({ accessToken: 'access-2', refreshToken: 'refresh-2' })
  })

  it('are refreshed when expired, and the new ones stored', async () => {
    keepSession(client, 'az')
    auth.signedIn({ ...session(), accessToken: 'stale' })
    await requestProfile()
    expect(state.refreshes).toBe(1)
    expect(useAuth.getState()).toMatchObject({ accessToken: 'access-2', refreshToken: 'refresh-2', isAuthenticated: true })
  })

  it.each([401, 403, 422])('end the session when the refresh is refused with %d', async (status) => {
    keepSession(client, 'az')
    auth.signedIn({ ...session(), accessToken: 'stale' })
    mockRefresh(status)
    await requestProfile()
    expect(useAuth.getState()).toEqual(GUEST)
    expect(stored()).toEqual(GUEST)
  })

  it.each([429, 502, 503, 504])('are kept when the refresh gets no verdict (%d)', async (status) => {
    keepSession(client, 'az')
    auth.signedIn({ ...session(), accessToken: 'stale' })
    mockRefresh(status)
    await requestProfile()
    expect(useAuth.getState()).toMatchObject({ accessToken: 'stale', isAuthenticated: true })
  })

  it('are kept when the connection is down', async () => {
    keepSession(client, 'az')
    auth.signedIn({ ...session(), accessToken: 'stale' })
    server.use(http.get(`${BASE}/auth/refresh`, () => HttpResponse.error()))
    await requestProfile()
    expect(useAuth.getState().refreshToken).toBe('refresh-1')
  })
})

describe('the end of a session', () => {
  const subscriptions = ['GET', '/user/subscriptions', null, 'az'] as const
  const settings = ['GET', '/settings', null, 'az'] as const

  beforeEach(() => {
    keepSession(client, 'az')
    auth.signedIn({ ...session(), accessToken: 'stale' })
    for (const queryKey of [likesQuery('az').queryKey, subscriptions, settings]) client.setQueryData(queryKey, { data: {} })
    precheckout.set({ recipientType: 'other', note: 'Zəng etməyin' })
  })

  it('by a 401 of the refresh clears favourites and subscriptions', async () => {
    mockRefresh(401)
    await requestProfile()
    expect(cachedPaths()).toEqual(['/settings'])
  })

  it('by signing out clears all personal data, including the checkout', () => {
    auth.cleared()
    expect(useAuth.getState()).toEqual(GUEST)
    expect(cachedPaths()).toEqual(['/settings'])
    expect(usePrecheckout.getState()).toEqual(usePrecheckout.getInitialState())
  })

  it('without signing out keeps the checkout for the same account only', async () => {
    mockRefresh(401)
    await requestProfile()
    auth.signedIn(session())
    expect(usePrecheckout.getState().note).toBe('Zəng etməyin')
    auth.cleared()
    // Another account signs in.
    precheckout.set({ note: 'Zəng etməyin', owner: USER.id })
    auth.signedIn({ ...session(), user: { ...USER, id: USER.id + 1 } })
    expect(usePrecheckout.getState().note).toBeNull()
  })

  it('in another tab ends it here, too', () => {
    followOtherTabs([useAuth])
    localStorage.setItem('sovqat', JSON.stringify({ auth: { state: GUEST, version: 0 } }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'sovqat', storageArea: localStorage }))
    expect(useAuth.getState()).toEqual(GUEST)
    expect(cachedPaths()).toEqual(['/settings'])
  })

  it('is not caused by new tokens', () => {
    auth.renewed({ accessToken: 'access-2', refreshToken: 'refresh-2' })
    expect(cachedPaths()).toContain('/product/likes')
  })
})
