import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BASE, ok, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { notificationsState as mock } from '~mock/notifications-state'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import { useSignOut } from '~shared/features/auth/access'
import { auth, useIsSignedIn } from '~shared/features/auth/store'
import { paths } from '~shared/lib/paths'
import SignedIn from './signed-in'

function TestPage() {
  const signOut = useSignOut({ staysHere: true })
  return (
    <>
      {useIsSignedIn() && <SignedIn />}
      <button onClick={() => signOut.mutate()}>{t('common.nav.signOut')}</button>
    </>
  )
}

const user = userEvent.setup()
const isStreaming = () => mock.listeners.size === 1
const signOut = () => user.click(screen.getByRole('button', { name: t('common.nav.signOut') }))

/** Delays the server's response until the returned function is called. */
function holdSignOut(respond: () => Response) {
  let finish = () => {}
  const released = new Promise<void>((resolve) => {
    finish = resolve
  })
  server.use(http.get(`${BASE}/auth/logout`, () => released.then(respond)))
  return () => finish()
}

beforeEach(async () => {
  // jsdom has no Web Locks. This one runs the work at once.
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), { locks: { request: (_: string, __: unknown, work: () => unknown) => work() } }),
  )
  signIn()
  openAt(paths.home(), { path: paths.home(), Component: TestPage })
  await waitFor(() => expect(isStreaming()).toBe(true))
})
afterEach(() => vi.unstubAllGlobals())

describe('the stream of notifications', () => {
  it('ends before the session does', async () => {
    const finish = holdSignOut(() => ok({}))
    await signOut()
    await waitFor(() => expect(isStreaming()).toBe(false))
    finish()
    await waitFor(() => expect(auth.tokens()).toBeNull())
  })

  it('continues after a sign-out that failed', async () => {
    const finish = holdSignOut(() => problem(503, 'service_unavailable', 'Xidmət müvəqqəti olaraq əlçatmazdır'))
    await signOut()
    await waitFor(() => expect(isStreaming()).toBe(false))
    finish()
    await waitFor(() => expect(isStreaming()).toBe(true))
  })
})
