import type { ReactNode } from 'react'
import { type Permission, useMay } from '~shared/features/auth/permissions'

/** Shows an action to those who may take it. */
export const IfMay = ({ permission, children }: { permission: Permission; children: ReactNode }) => useMay(permission) && children
