// Permissions of the signed-in member of staff. The services check them on every request; here they only decide what the user sees.
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { adminPaths } from '~admin/paths'
import type { Permission } from '~shared/features/auth/permissions'
import { useStaff } from './store'

/** Returns a function that tells whether the user has a permission, and renders again when the permissions change. */
export function useMay() {
  const permissions = useStaff(({ session }) => session?.user.permissions)
  return (permission: Permission) => permissions?.includes(permission) ?? false
}

/** Whether the user has a permission now. For code outside of components. */
export const may = (permission: Permission) => useStaff.getState().session?.user.permissions?.includes(permission) ?? false

/** Shows its children to users with the permission. */
export const IfMay = ({ permission, children }: { permission: Permission; children: ReactNode }) => useMay()(permission) && children

/** Redirects users without a session of the back office to its sign-in page, which leads back here. */
export function RequireStaff({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const isSignedIn = useStaff(({ session }) => session !== null)
  return isSignedIn ? children : <Navigate to={adminPaths.signIn(pathname + search)} replace />
}
