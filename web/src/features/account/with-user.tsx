import type { ReactNode } from 'react'
import type { User } from '~shared/api/types'
import { useAuth } from '~shared/features/auth/store'

/** For pages that stand in the account's layout, which lets nobody in who is not signed in. */
export function WithUser({ children }: { children: (user: User) => ReactNode }) {
  const user = useAuth((state) => state.user)
  return user && children(user)
}
