// Guards pages that need a sign-in, and signs out.

import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { failureText } from '~shared/api/failure'
import { call } from '~shared/api/http'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { toast } from '~shared/ui/toast-store'
import { auth, useIsSignedIn } from './store'

export function RequireSignIn({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  return useIsSignedIn() ? children : <Navigate to={paths.signIn(pathname + search)} replace />
}

const TOAST_MS = 2000
/** The longest time for which running queries delay a sign-out. */
const MAX_WAIT_MS = 1000

/** The next user of this browser must not get notifications. */
async function endPushes(locale: Locale) {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  const { turnOff } = await import('../notifications/push')
  await turnOff(locale)
}

/** The server refuses requests that arrive after the end of the session. */
async function waitForQueries(client: QueryClient) {
  const { queriesSettled } = await import('~shared/api/settled')
  await queriesSettled(client, MAX_WAIT_MS)
}

interface Options {
  /** Stay at this address instead of going to the home page. */
  staysHere?: boolean
}

const SIGN_OUT = ['sign-out']

export const useIsSigningOut = () => useIsMutating({ mutationKey: SIGN_OUT }) > 0

/** A session that the server no longer knows counts as ended, too. */
export function useSignOut({ staysHere = false }: Options = {}) {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const client = useQueryClient()
  return useMutation({
    mutationKey: SIGN_OUT,
    mutationFn: async () => {
      // A failure must not keep the user from signing out.
      await endPushes(locale).catch(() => {})
      await waitForQueries(client).catch(() => {})
      return call({ method: 'GET', path: '/auth/logout', locale })
    },
    onSuccess: async () => {
      toast.good(t('common.logouted'), { duration: TOAST_MS })
      auth.tokensEnded()
      // The user is cleared last, because account pages redirect guests to the sign-in page.
      if (!staysHere) await navigate(paths.home())
      auth.cleared()
    },
    onError: (error) => {
      if (auth.tokens()) toast.bad(failureText(t, error))
    },
  })
}
