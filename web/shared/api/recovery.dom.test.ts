// The mock API accepts `refresh-1` and returns `access-2`; `state.refreshes` counts the refreshes.

import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { server } from '~mock/server'
import { state } from '~mock/state'
import { BASE } from '~mock/handlers/responses'
import { ApiFailure } from './failure'
import { call } from './http'
import { connectSession, type TokenPair } from './recovery'

let tokens: TokenPair | null
let refusedRefreshes: number[]

const get = (path: string) => call({ method: 'GET', path, locale: 'az' })
const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: ApiFailure) => `${error.kind} ${error.status ?? ''}`.trim(),
  )

function mockRefusedRefresh(status: number) {
  server.use(
    http.get(`${BASE}/auth/refresh`, () => {
      state.refreshes += 1
      return HttpResponse.json({ code: 'x' }, { status })
    }),
  )
}

beforeEach(() => {
  tokens = { accessToken: 'expired', refreshToken: 'refresh-1' }
  refusedRefreshes = []
  connectSession({
    tokens: () => tokens,
    renewed: (fresh) => {
      tokens = fresh
    },
    lost: (status) => {
      refusedRefreshes.push(status)
      tokens = null
    },
  })
})

describe('a call that fails with 401', () => {
  it('is repeated with the renewed token', async () => {
    await expect(get('/user/me')).resolves.toMatchObject({ data: { firstName: 'Aysel' } })
    expect(tokens).toEqual({ accessToken: 'access-2', refreshToken: 'refresh-2' })
  })

  it('shares one refresh with all calls that fail at the time', async () => {
    await Promise.all([get('/user/me'), get('/cart/all'), get('/cart/counts'), get('/notification/all')])
    expect(state.refreshes).toBe(1)
  })

  it('sends the body again', async () => {
    await call({ method: 'POST', path: '/product/like', locale: 'az', body: { productId: 101 } })
    expect([...state.liked]).toEqual([101])
  })

  it('refreshes for 403 too', async () => {
    let calls = 0
    server.use(
      http.get(`${BASE}/user/me`, () => {
        calls += 1
        return calls === 1 ? HttpResponse.json({}, { status: 403 }) : HttpResponse.json({ data: {} })
      }),
    )
    await get('/user/me')
    expect([calls, state.refreshes]).toEqual([2, 1])
  })
})

describe('calls do not refresh in a loop', () => {
  it('when the fresh token is refused as well', async () => {
    let calls = 0
    server.use(
      http.get(`${BASE}/user/me`, () => {
        calls += 1
        return HttpResponse.json({}, { status: 403 })
      }),
    )
    await expect(outcomeOf(get('/user/me'))).resolves.toBe('http 403')
    await expect(outcomeOf(get('/user/me'))).resolves.toBe('http 403')
    await expect(outcomeOf(get('/user/me'))).resolves.toBe('http 403')
    // The first call is sent again with the fresh token, the others are not.
    expect([calls, state.refreshes, refusedRefreshes]).toEqual([4, 1, []])
  })

  it('when the refresh itself fails', async () => {
    mockRefusedRefresh(401)
    await expect(outcomeOf(get('/user/me'))).resolves.toBe('http 401')
    expect([state.refreshes, refusedRefreshes, tokens]).toEqual([1, [401], null])
    await expect(outcomeOf(get('/user/me'))).resolves.toBe('http 401')
    expect(state.refreshes).toBe(1)
  })

  it('when several calls fail and the refresh does too', async () => {
    mockRefusedRefresh(401)
    await Promise.all([outcomeOf(get('/user/me')), outcomeOf(get('/cart/all')), outcomeOf(get('/cart/counts'))])
    expect([state.refreshes, refusedRefreshes]).toEqual([1, [401]])
  })

  it('when a guest, who has no token, is refused', async () => {
    tokens = null
    await expect(outcomeOf(get('/user/me'))).resolves.toBe('http 401')
    expect(state.refreshes).toBe(0)
  })
})

describe('the session', () => {
  it('survives an unreachable gateway', async () => {
    mockRefusedRefresh(503)
    await expect(outcomeOf(get('/user/me'))).resolves.toBe('http 401')
    expect([refusedRefreshes, tokens?.refreshToken]).toEqual([[], 'refresh-1'])
  })

  it('is not restored by a refresh that returns after signing out', async () => {
    server.use(
      http.get(`${BASE}/auth/refresh`, () => {
        tokens = null
        return HttpResponse.json({ data: { accessToken: 'a', refreshToken: 'r', expiresIn: 1 } })
      }),
    )
    await outcomeOf(get('/user/me'))
    expect(tokens).toBeNull()
  })
})

describe('failures', () => {
  it('report a network error', async () => {
    server.use(http.get(`${BASE}/settings`, () => HttpResponse.error()))
    await expect(outcomeOf(get('/settings'))).resolves.toBe('network')
  })
  it('report an unreadable body', async () => {
    server.use(http.get(`${BASE}/settings`, () => HttpResponse.text('<html>')))
    await expect(outcomeOf(get('/settings'))).resolves.toBe('parsing 200')
  })
  it('have texts in the language of the page', async () => {
    server.use(
      http.get(`${BASE}/settings`, ({ request }) =>
        HttpResponse.json({ code: 'x', detail: request.headers.get('accept-language') }, { status: 409 }),
      ),
    )
    const error = await call({ method: 'GET', path: '/settings', locale: 'ru' }).catch((caught: ApiFailure) => caught)
    expect(error).toMatchObject({ message: 'ru' })
  })
  it('contain the problem', async () => {
    const error = await get('/product/none').catch((caught: ApiFailure) => caught)
    expect(error).toMatchObject({ status: 404, code: 'product_not_found', message: 'Məhsul tapılmadı' })
  })
})
