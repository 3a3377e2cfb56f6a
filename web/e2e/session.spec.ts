// Tests the refresh: when the server refuses the access token, the app exchanges the refresh token for new tokens.

import type { Page, Request } from '@playwright/test'
import type { Session } from '~shared/api/types'
import { paths } from '~shared/lib/paths'
import { emptyAccount, signInByApi } from './accounts'
import { FULL } from './coverage'
import { problem } from './problem'
import { expect, Shop, test } from './shop'
import { az } from './texts'

/** Counts the calls of the API from now on. */
function countCalls(page: Page) {
  const calls = new Map<string, number>()
  const pending = new Set<Request>()
  let refusedCount = 0
  page.on('request', (request) => {
    const path = apiPath(request)
    if (!path) return
    calls.set(path, (calls.get(path) ?? 0) + 1)
    // The notification stream never ends.
    if (!path.endsWith('/stream')) pending.add(request)
  })
  // The head of the response ends a call, because the app does not read the body of a repeated 401.
  page.on('response', (response) => {
    pending.delete(response.request())
    if (apiPath(response.request()) && response.status() === 401) refusedCount += 1
  })
  page.on('requestfailed', (request) => pending.delete(request))
  return {
    to: (path: string) => calls.get(path) ?? 0,
    /** Returns the counts of the paths that need a session. */
    personal: () => [...calls].filter(([path]) => /^\/(user|cart|notification|auth)\//.test(path)),
    refusedCount: () => refusedCount,
    pendingCount: () => pending.size,
  }
}

/** Returns the path below `/api/v1`. */
const apiPath = (request: Request) => /\/api\/v1(\/[^?]*)/.exec(request.url())?.[1]

/** This is longer than any pause before a call is repeated. */
const LONG_PAUSE_MS = 5_000

/** Moves the clock past all pauses, and waits for the calls that were pending. */
async function waitForIdle(page: Page, calls: ReturnType<typeof countCalls>) {
  await page.clock.runFor(LONG_PAUSE_MS)
  await expect.poll(calls.pendingCount).toBe(0)
}

/** Replaces the end of the access token, which belongs to its signature. */
const withInvalidToken = (session: Session): Session => ({ ...session, accessToken: `${session.accessToken.slice(0, -6)}gfedcb` })

test.beforeEach(async ({ guard, page }) => {
  guard.allow(/\b40[13]\b/)
  // `waitForIdle` moves the clock on.
  await page.clock.install()
})

test('an invalid access token is refreshed once for all calls, and each call is repeated once', async ({
  shop,
  page,
  request,
  account,
}) => {
  const session = await signInByApi(request, account)
  await emptyAccount(request, session)
  await shop.storeSection('auth', { ...withInvalidToken(session), isAuthenticated: true })
  const calls = countCalls(page)
  await page.route('**/api/v1/auth/refresh', async (route) => {
    await expect.poll(calls.refusedCount, 'several calls wait for the new token').toBeGreaterThanOrEqual(3)
    await route.continue()
  })
  await shop.open(paths.account())
  await shop.expectSignedIn()
  await expect.poll(() => calls.to('/notification/count'), 'refused, then repeated').toBe(2)
  await expect.poll(() => calls.to('/cart/counts')).toBeGreaterThanOrEqual(1)
  await waitForIdle(page, calls)

  expect(calls.to('/auth/refresh')).toBe(1)
  expect(calls.personal().length, 'several paths were called').toBeGreaterThanOrEqual(4)
  for (const [path, times] of calls.personal()) expect(times, path).toBeLessThanOrEqual(2)
  expect(calls.to('/notification/count'), 'refused, then repeated').toBe(2)
  const stored = await shop.stored<Session>('auth')
  expect(stored?.refreshToken, 'the new tokens are kept').not.toBe(session.refreshToken)
  expect(stored?.accessToken).not.toBe(withInvalidToken(session).accessToken)

  const cartCalls = calls.to('/cart/counts')
  await page.reload()
  await shop.expectSignedIn()
  await expect.poll(() => calls.to('/cart/counts')).toBe(cartCalls + 1)
  expect(calls.to('/auth/refresh'), 'the next visit has good tokens').toBe(1)
})

test('a refused refresh signs out, once', { tag: FULL }, async ({ shop, page, request, account }) => {
  const session = await signInByApi(request, account)
  await shop.storeSection('auth', { ...withInvalidToken(session), refreshToken: 'nonsense', isAuthenticated: true })
  const calls = countCalls(page)
  await shop.open(paths.home())
  await shop.expectGuest()
  await waitForIdle(page, calls)
  expect(calls.to('/auth/refresh')).toBe(1)
  for (const [path, times] of calls.personal()) expect(times, path).toBe(1)
  expect(await shop.stored('auth')).toMatchObject({ user: null, accessToken: null, refreshToken: null, isAuthenticated: false })
})

test('a refused refresh on an account page leads to the sign-in page', async ({ shop, page, request, account }) => {
  const session = await signInByApi(request, account)
  await shop.storeSection('auth', { ...withInvalidToken(session), refreshToken: 'nonsense', isAuthenticated: true })
  await page.goto(paths.account())
  await shop.expectPath(paths.signIn(paths.account()))
  await shop.signIn(account.email, account.password)
  await shop.expectPath(paths.account())
})

test('a call that stays forbidden is repeated once only', { tag: FULL }, async ({ shop, page, session }) => {
  await page.route('**/api/v1/notification/count*', (route) => route.fulfill(problem(403, 'forbidden')))
  const calls = countCalls(page)
  await shop.open(paths.account())
  await shop.expectSignedIn()
  // Between the refresh and the repeated call no request is in flight.
  await expect.poll(() => calls.to('/notification/count')).toBe(2)
  await waitForIdle(page, calls)
  expect(calls.to('/auth/refresh')).toBe(1)
  expect(calls.to('/notification/count'), 'no further repetition').toBe(2)
  expect(await shop.stored<Session>('auth')).toMatchObject({ user: { id: session.user.id } })
})

// A response with 503 says neither that the session is valid nor that it is over.
test('a refresh without a verdict keeps the session', { tag: FULL }, async ({ shop, page, request, account, guard }) => {
  guard.allow(/\b503\b/)
  const session = withInvalidToken(await signInByApi(request, account))
  await shop.storeSection('auth', { ...session, isAuthenticated: true })
  await page.route('**/api/v1/auth/refresh', (route) => route.fulfill(problem(503, 'service_unavailable')))
  const calls = countCalls(page)
  await shop.open(paths.home())
  await shop.expectSignedIn()
  await waitForIdle(page, calls)
  // Each of the six personal requests of the page may refresh once.
  expect(calls.to('/auth/refresh'), 'no repeated refreshes').toBeLessThanOrEqual(6)
  expect(await shop.stored('auth')).toMatchObject({ refreshToken: session.refreshToken, isAuthenticated: true })

  await page.unroute('**/api/v1/auth/refresh')
  await page.reload()
  await shop.expectSignedIn()
  await expect.poll(async () => (await shop.stored<Session>('auth'))?.accessToken).not.toBe(session.accessToken)
})

test('signing out in one tab signs out the others, and removes all personal data there', async ({
  shop,
  page,
  context,
  session,
  isPhone,
}) => {
  await shop.open(paths.account())
  await expect(
    shop
      .main()
      .getByText(session.user.email ?? '')
      .first(),
  ).toBeVisible()
  const otherTab = new Shop(await context.newPage(), isPhone)
  await otherTab.open(paths.account())
  const menuOrNav = isPhone ? await otherTab.openMenu() : otherTab.main().getByRole('navigation', { name: az('common.nav.account') })
  await menuOrNav.getByRole('button', { name: az('common.nav.signOut') }).click()
  await otherTab.expectGuest()
  await shop.expectPath(paths.signIn(paths.account()))
  await shop.expectGuest()
  await expect(page.getByText(session.user.email ?? '')).toHaveCount(0)
})

test('clearing the site data in one tab signs out the others', { tag: FULL }, async ({ shop, page, context, session }) => {
  const calls = countCalls(page)
  await shop.open(paths.home())
  await shop.expectSignedIn()
  // A profile that arrives after the clearing would be stored again.
  await waitForIdle(page, calls)
  expect(await shop.stored<Session>('auth')).toMatchObject({ refreshToken: session.refreshToken })
  // A page of the shop would store its own state again.
  const otherTab = await context.newPage()
  await otherTab.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await otherTab.goto('/empty')
  await otherTab.evaluate(() => localStorage.clear())
  await shop.expectGuest()
})
