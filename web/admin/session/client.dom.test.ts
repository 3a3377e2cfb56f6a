import { QueryClient } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BASE, problem } from '~mock/handlers/responses'
import { profile } from '~mock/profile-state'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import { staffSessionState as mock } from '~mock/staff-session-state'
import { asNewDocument, signInStaff } from '~mock/staff-sign-in'
import type { ApiFailure } from '~shared/api/failure'
import { call } from '~shared/api/http'
import { followStream } from '~shared/api/event-stream'
import { auth } from '~shared/features/auth/store'
import { drafts } from '~shared/lib/drafts'
import { may } from './access'
import { connectStaffSession, signOut, untilSessionLoaded, withStaffSession } from './client'
import { answerStepUp, useStepUp } from './step-up'
import { type StaffSession, staffSession, useStaff } from './store'

const get = (path: string) => call({ method: 'GET', path, locale: 'az' })
/** Refuses refund 1: an example of a request that changes something. */
const decide = (idempotencyKey?: string) =>
  call({
    method: 'POST',
    path: '/admin/refunds/1/decide',
    locale: 'az',
    body: { approve: false, restock: false, answer: 'x' },
    ...(idempotencyKey && { idempotencyKey }),
  })
/** Returns for example `http 401 token_expired`, or `none` on success. */
const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: ApiFailure) => `${error.kind} ${error.status ?? ''} ${error.code ?? ''}`.trim(),
  )

/** Returns a list that grows with each request to a path. */
function record(path: string) {
  const sent: Record<'authorization' | 'x-csrf-token' | 'idempotency-key', string | null>[] = []
  server.events.on('request:start', ({ request: { url, headers } }) => {
    if (!new URL(url).pathname.endsWith(path)) return
    const [authorization, csrf, key] = ['authorization', 'x-csrf-token', 'idempotency-key'].map((name) => headers.get(name))
    sent.push({ authorization: authorization ?? null, 'x-csrf-token': csrf ?? null, 'idempotency-key': key ?? null })
  })
  return sent
}

const session = () => useStaff.getState().session
/** A session of the same account with another CSRF token. */
const anotherSession = (overrides: Partial<StaffSession> = {}): StaffSession => ({
  user: profile.user,
  csrfToken: 'csrf-of-another-tab',
  expiresIn: 600,
  stepUpAt: new Date().toISOString(),
  ...overrides,
})

beforeEach(() => signInStaff())
afterEach(() => {
  server.events.removeAllListeners()
  answerStepUp(false)
  auth.cleared()
})

describe('a request', () => {
  it('for staff has the CSRF token if it changes something, and never a token of the shop', async () => {
    signIn()
    signInStaff()
    const [reads, changes] = [record('/admin/staff'), record('/decide')]
    await get('/admin/staff')
    await outcomeOf(decide())
    expect(reads).toEqual([{ authorization: null, 'x-csrf-token': null, 'idempotency-key': null }])
    expect(changes).toEqual([{ authorization: null, 'x-csrf-token': 'csrf-1', 'idempotency-key': null }])
  })

  it('for public data has no session', async () => {
    signIn()
    signInStaff()
    const sent = record('/settings')
    await get('/settings')
    expect(sent).toEqual([{ authorization: null, 'x-csrf-token': null, 'idempotency-key': null }])
  })
})

describe('an expired access token', () => {
  beforeEach(() => {
    mock.isExpired = true
  })

  it('is renewed once for all calls that fail at the same time', async () => {
    await Promise.all([get('/admin/staff'), get('/admin/seo/texts'), get('/admin/customers/12')])
    expect([mock.refreshes, session()?.csrfToken]).toEqual([1, 'csrf-2'])
  })

  it('is renewed before a change, which is sent again with the new CSRF token', async () => {
    const sent = record('/decide')
    expect(await outcomeOf(decide())).toBe('none')
    expect(sent.map((headers) => headers['x-csrf-token'])).toEqual(['csrf-1', 'csrf-2'])
  })

  it('is not renewed again when another tab did it while this one waited', async () => {
    const request = vi.fn((_name: string, task: () => Promise<boolean>) => {
      mock.isExpired = false
      staffSession.opened(anotherSession())
      return task()
    })
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
    try {
      await get('/admin/staff')
      expect([request.mock.calls.length, mock.refreshes]).toEqual([1, 0])
    } finally {
      Reflect.deleteProperty(navigator, 'locks')
    }
  })

  it('renews the permissions, too', async () => {
    profile.user = { ...profile.user, roles: ['support'], permissions: ['tickets_read'] }
    expect(may('staff_read')).toBe(true)
    await outcomeOf(get('/admin/staff'))
    expect([may('staff_read'), may('tickets_read')]).toEqual([false, true])
  })

  it.each([
    ['unauthenticated', 'expired'],
    ['account_blocked', 'withdrawn'],
  ] as const)('ends the session when the refresh is refused with %s: %s', async (code, end) => {
    mock.refusal = code
    expect(await outcomeOf(get('/admin/staff'))).toBe('http 401 token_expired')
    expect([session(), useStaff.getState().end]).toEqual([null, end])
    await outcomeOf(get('/admin/staff'))
    expect(mock.refreshes).toBe(1)
  })

  it.each([429, 502, 503, 504])('keeps the session when the server cannot decide about the refresh (%d)', async (status) => {
    server.use(http.post(`${BASE}/staff/session/refresh`, () => new HttpResponse(null, { status })))
    expect(await outcomeOf(get('/admin/staff'))).toBe('http 401 token_expired')
    expect(session()).not.toBeNull()
  })
})

describe('after an outdated CSRF token', () => {
  it('the session is read again, and the change is sent once more', async () => {
    mock.csrfToken = 'csrf-9'
    const sent = record('/decide')
    expect(await outcomeOf(decide())).toBe('none')
    expect(sent.map((headers) => headers['x-csrf-token'])).toEqual(['csrf-1', 'csrf-9'])
  })

  it('a change is not repeated in the name of another person who has signed in elsewhere', async () => {
    mock.csrfToken = 'csrf-9'
    profile.user = { ...profile.user, id: 99 }
    const sent = record('/decide')
    expect(await outcomeOf(decide())).toBe('http 403 csrf_token_invalid')
    expect([sent.length, session()?.user.id]).toEqual([1, 99])
  })

  it('the session is read only once per change', async () => {
    let calls = 0
    server.use(
      http.post(`${BASE}/admin/refunds/:id/decide`, () => {
        calls += 1
        return problem(403, 'csrf_token_invalid', 'Səhifəni yeniləyin')
      }),
    )
    expect(await outcomeOf(decide())).toBe('http 403 csrf_token_invalid')
    expect(calls).toBe(2)
  })
})

describe('a second factor that is too old', () => {
  const untilAsked = () => vi.waitFor(() => expect(useStepUp.getState().isAsked).toBe(true))
  beforeEach(() => {
    mock.needsStepUp = true
  })

  it('is asked for once, and each call is repeated with its idempotency key', async () => {
    const sent = record('/decide')
    const calls = [outcomeOf(decide('key-1')), outcomeOf(decide('key-2'))]
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    await untilAsked()
    mock.needsStepUp = false
    answerStepUp(true)
    expect(await Promise.all(calls)).toEqual(['none', 'none'])
    expect(sent.map((headers) => String(headers['idempotency-key'])).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'key-1',
      'key-1',
      'key-2',
      'key-2',
    ])
  })

  it('is not asked for when it was given after the call was sent', async () => {
    staffSession.opened(anotherSession({ stepUpAt: '2099-01-01T00:00:00Z' }))
    const late = withStaffSession({ method: 'POST', path: '/admin/refunds/1/decide', locale: 'az' }, () => {
      const isBeforeStepUp = useStaff.getState().session?.stepUpAt === '2099-01-01T00:00:00Z'
      staffSession.opened(anotherSession({ stepUpAt: '2099-01-01T00:10:00Z' }))
      return Promise.resolve(isBeforeStepUp ? problem(403, 'step_up_required', 'Təsdiqləyin') : Response.json({ data: {} }))
    })
    expect([(await late).status, useStepUp.getState().isAsked]).toEqual([200, false])
  })

  it('fails the call when the user does not give it', async () => {
    const sent = record('/decide')
    const decided = outcomeOf(decide())
    await untilAsked()
    answerStepUp(false)
    expect(await decided).toBe('http 403 step_up_required')
    expect(sent).toHaveLength(1)
  })

  it('is asked for only once per call, even if the server refuses again', async () => {
    const decided = outcomeOf(decide())
    await untilAsked()
    answerStepUp(true)
    expect(await decided).toBe('http 403 step_up_required')
    expect(useStepUp.getState().isAsked).toBe(false)
  })
})

it('a stream renews the session and continues', async () => {
  mock.isExpired = true
  const seen: string[] = []
  const controller = new AbortController()
  server.use(
    http.get(`${BASE}/admin/orders/changes`, () =>
      mock.isExpired
        ? problem(401, 'token_expired', 'Sessiyanın vaxtı bitib')
        : new HttpResponse('event: change\ndata: 1\n\n', { headers: { 'content-type': 'text/event-stream' } }),
    ),
  )
  await followStream('az', '/admin/orders/changes', controller.signal, {
    onEvent: ({ data }) => {
      seen.push(data)
      controller.abort()
      return true
    },
    onConnected: () => {},
  })
  expect([seen, mock.refreshes]).toEqual([['1'], 1])
})

describe('a newly loaded document', () => {
  beforeEach(asNewDocument)

  it('reads the session to which the cookies belong', async () => {
    await Promise.all([untilSessionLoaded('az'), untilSessionLoaded('az')])
    expect([session()?.csrfToken, mock.refreshes]).toEqual(['csrf-1', 0])
  })

  it('renews an expired session', async () => {
    mock.isExpired = true
    await untilSessionLoaded('az')
    expect([session()?.csrfToken, mock.refreshes]).toEqual(['csrf-2', 1])
  })

  it('finds out that no user is signed in, without a message', async () => {
    mock.isOpen = false
    await untilSessionLoaded('az')
    expect(useStaff.getState()).toEqual({ session: null, isLoaded: true, end: null })
  })

  it('asks again when the server did not answer', async () => {
    server.use(http.get(`${BASE}/staff/session`, () => problem(503, 'service_unavailable', 'Bir az sonra'), { once: true }))
    await expect(untilSessionLoaded('az')).rejects.toMatchObject({ status: 503 })
    await untilSessionLoaded('az')
    expect(session()).not.toBeNull()
  })
})

const client = new QueryClient()
connectStaffSession(client)

describe('between tabs', () => {
  const channel = new BroadcastChannel('sovqat-staff-session')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows take one
  const sendToThisTab = (message: unknown) => channel.postMessage(message)
  const messages: unknown[] = []
  channel.addEventListener('message', ({ data }: MessageEvent) => void messages.push(data))
  beforeEach(() => void messages.splice(0))

  it('the end of the session in another tab ends it here, too', async () => {
    drafts.keep('refund 7', { answer: 'yarımçıq' })
    sendToThisTab({ ended: 'signedOut' })
    await vi.waitFor(() => expect(useStaff.getState().end).toBe('signedOut'))
    expect(drafts.has('refund 7')).toBe(false)
  })

  it('a session that another tab has renewed is used here, too', async () => {
    sendToThisTab({ opened: anotherSession() })
    await vi.waitFor(() => expect(session()?.csrfToken).toBe('csrf-of-another-tab'))
  })

  it('other tabs get a message about a renewal and about the end', async () => {
    mock.isExpired = true
    await get('/admin/staff')
    await signOut('az')
    await vi.waitFor(() =>
      expect(messages).toEqual([{ opened: expect.objectContaining({ csrfToken: 'csrf-2' }) as unknown }, { ended: 'signedOut' }]),
    )
  })
})

it('when another person signs in, cached private data is removed and public data is kept', () => {
  client.setQueryData(['GET', '/admin/staff', null, 'az'], { data: 1 })
  client.setQueryData(['GET', '/store/all', null, 'az'], { data: 2 })
  staffSession.opened(anotherSession())
  expect(client.getQueryData(['GET', '/admin/staff', null, 'az'])).toEqual({ data: 1 })
  staffSession.opened(anotherSession({ user: { ...profile.user, id: 99 } }))
  expect(client.getQueryData(['GET', '/admin/staff', null, 'az'])).toBeUndefined()
  expect(client.getQueryData(['GET', '/store/all', null, 'az'])).toEqual({ data: 2 })
})
