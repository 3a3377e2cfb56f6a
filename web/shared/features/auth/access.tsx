// Guards pages that need a sign-in, and signs out. The shop and the back office use these.

import { useIsMutating, useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { failureText } from '~shared/api/failure'
import { call } from '~shared/api/http'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { toast } from '~shared/ui/toast-store'
import { auth, useIsSignedIn } from './store'

/** Redirects guests to the sign-in page, which leads back here. */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  return useIsSignedIn() ? children : <Navigate to={paths.signIn(pathname + search)} replace />
}

const TOAST_MS = 2000

/** Ends push notifications to this browser, so that the next user does not get them. */
async function endPushes(locale: Locale) {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  const { turnOff } = await import('../notifications/push')
  await turnOff(locale)
}

interface Options {
  /** Whether the user stays at this address instead of going to the home page. */
  staysHere?: boolean
}

const SIGN_OUT = ['sign-out']

/** True from the press on "Sign out" until the home page is shown. */
export const useIsSigningOut = () => useIsMutating({ mutationKey: SIGN_OUT }) > 0

/** Signs out. A session that the server no longer knows counts as ended, too. */
export function useSignOut({ staysHere = false }: Options = {}) {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  return useMutation({
    mutationKey: SIGN_OUT,
    mutationFn: async () => {
      // A failure must not keep the user from signing out.
      await endPushes(locale).catch(() => {})
      return call({ method: 'GET', path: '/auth/logout', locale })
    },
    onSuccess: async () => {
      toast.good(t('common.logouted'), { duration: TOAST_MS })
      auth.tokensEnded()
      // The navigation comes before the user is cleared, because pages of the account redirect guests to the sign-in page.
      if (!staysHere) await navigate(paths.home())
      auth.cleared()
    },
    onError: (error) => {
      if (auth.tokens()) toast.bad(failureText(t, error))
    },
  })
}
