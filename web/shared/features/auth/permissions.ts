import { type AuthState, useAuth } from './store'

/** What a member of staff may do: `docs/PERMISSIONS.md`. The services check it; here it decides what is shown. */
export type Permission =
  | 'orders_read'
  | 'orders_write'
  | 'refunds_decide'
  | 'payments_write'
  | 'ledger_read'
  | 'ledger_audit'
  | 'payouts_read'
  | 'payouts_decide'
  | 'wholesale_read'
  | 'wholesale_write'
  | 'rules_read'
  | 'rules_write'
  | 'promotions_read'
  | 'promotions_write'
  | 'products_write'
  | 'reviews_read'
  | 'reviews_moderate'
  | 'searches_read'
  | 'applications_read'
  | 'applications_decide'
  | 'tickets_read'
  | 'tickets_write'
  | 'content_read'
  | 'content_write'
  | 'seo_read'
  | 'seo_write'
  | 'staff_read'
  | 'staff_write'

const isGranted = ({ user }: AuthState, permission: Permission) => user?.permissions?.includes(permission) ?? false

export const useMay = (permission: Permission) => useAuth((state) => isGranted(state, permission))

/** Like `useMay`, outside of components. */
export const may = (permission: Permission) => isGranted(useAuth.getState(), permission)

/** Whether the user may open the back office at all. */
export const useIsStaff = () => useAuth(({ user }) => (user?.permissions?.length ?? 0) > 0)
