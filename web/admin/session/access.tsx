// Permissions of the signed-in member of staff. The services check them on every request; here they only decide what the user sees.
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { adminPaths } from '~admin/paths'
import type { Permission } from '~shared/features/auth/permissions'
import { useStaff } from './store'

/** Renders again when the permissions change. */
export function useMay() {
  const permissions = useStaff(({ session }) => session?.user.permissions)
  return (permission: Permission) => permissions?.includes(permission) ?? false
}

/** For code outside of components. */
export const may = (permission: Permission) => useStaff.getState().session?.user.permissions?.includes(permission) ?? false

export const IfMay = ({ permission, children }: { permission: Permission; children: ReactNode }) => useMay()(permission) && children

/** The sign-in page leads back here. */
export function RequireStaff({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const isSignedIn = useStaff(({ session }) => session !== null)
  return isSignedIn ? children : <Navigate to={adminPaths.signIn(pathname + search)} replace />
}
