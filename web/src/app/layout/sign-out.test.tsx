import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { BASE, ok } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import { useSignOut } from '~shared/features/auth/access'
import { auth } from '~shared/features/auth/store'
import { settingsQuery } from '~shared/features/content/queries'
import { paths } from '~shared/lib/paths'

function TestPage() {
  const signOut = useSignOut({ staysHere: true })
  useQuery(settingsQuery('az'))
  return <button onClick={() => signOut.mutate()}>{t('common.nav.signOut')}</button>
}

const requests: string[] = []

/** Records the order of the requests. The settings have no response until the returned function is called. */
function holdSettings() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  server.use(
    http.get(`${BASE}/settings`, async () => {
      await released
      requests.push('settings')
      return ok({})
    }),
    http.get(`${BASE}/auth/logout`, () => {
      requests.push('logout')
      return ok({})
    }),
  )
  return () => release()
}

beforeEach(() => {
  requests.length = 0
  signIn()
})

it('waits for the queries that are running, because the server would refuse them afterwards', async () => {
  const release = holdSettings()
  openAt(paths.home(), { path: paths.home(), Component: TestPage })
  await userEvent.click(await screen.findByRole('button', { name: t('common.nav.signOut') }))
  expect(requests).toEqual([])
  release()
  await waitFor(() => expect(auth.tokens()).toBeNull())
  expect(requests).toEqual(['settings', 'logout'])
})

it('waits for a second at most', async () => {
  const release = holdSettings()
  openAt(paths.home(), { path: paths.home(), Component: TestPage })
  await userEvent.click(await screen.findByRole('button', { name: t('common.nav.signOut') }))
  await waitFor(() => expect(auth.tokens()).toBeNull(), { timeout: 3000 })
  expect(requests).toEqual(['logout'])
  release()
})
