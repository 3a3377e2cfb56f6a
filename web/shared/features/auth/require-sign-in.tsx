import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '~shared/lib/paths'
import { useIsSignedIn } from './store'

/** A guest is sent to the sign-in page and comes back here afterwards. */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  return useIsSignedIn() ? children : <Navigate to={paths.signIn(pathname + search)} replace />
}
