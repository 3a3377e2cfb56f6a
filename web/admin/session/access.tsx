// Permissions of the signed-in member of staff. The services check them on every request; here they only decide what the user sees.
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { adminPaths } from '~admin/paths'
import type { Permission } from '~shared/features/auth/permissions'
import { useStaff } from './store'

/** Returns a function that checks a permission. The component renders again when the permissions change. */
export function useMay() {
  const permissions = useStaff(({ session }) => session?.user.permissions)
  return (permission: Permission) => permissions?.includes(permission) ?? false
}

/** Checks a permission in code outside of components. */
export const may = (permission: Permission) => useStaff.getState().session?.user.permissions?.includes(permission) ?? false

export const IfMay = ({ permission, children }: { permission: Permission; children: ReactNode }) => useMay()(permission) && children

/** Redirects users who are not signed in to the sign-in page, which leads back to the requested page. */
export function RequireStaff({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const isSignedIn = useStaff(({ session }) => session !== null)
  return isSignedIn ? children : <Navigate to={adminPaths.signIn(pathname + search)} replace />
}
