import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { adminPaths } from '~admin/paths'
import type { Permission } from '~shared/features/auth/permissions'
import { useStaff } from './store'

// Permissions of the session. The services check them; here they decide what is shown.

export function useMay() {
  const permissions = useStaff(({ session }) => session?.user.permissions)
  return (permission: Permission) => permissions?.includes(permission) ?? false
}

export const may = (permission: Permission) => useStaff.getState().session?.user.permissions?.includes(permission) ?? false

export const IfMay = ({ permission, children }: { permission: Permission; children: ReactNode }) => useMay()(permission) && children

/** Redirects users without a session of the back office to its sign-in page, which leads back here. */
export function RequireStaff({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const isSignedIn = useStaff(({ session }) => session !== null)
  return isSignedIn ? children : <Navigate to={adminPaths.signIn(pathname + search)} replace />
}
