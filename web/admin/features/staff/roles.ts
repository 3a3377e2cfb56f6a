// The roles of staff. A role has permissions; a granted role ("grant") may be limited to one store.
import { useQuery } from '@tanstack/react-query'
import { useI18n } from '~shared/i18n/context'
import { allStoresQuery } from '../campaigns/api'

export const SHOP_ROLES = ['owner', 'manager', 'catalogue', 'orders', 'finance', 'marketing', 'support', 'courier'] as const
/** Roles that are granted for one store, as `store_owner@17`. */
export const STORE_ROLES = ['store_owner', 'store_staff'] as const
export const ROLES = [...SHOP_ROLES, ...STORE_ROLES] as const
export type Role = (typeof ROLES)[number]

const isRole = (name: string): name is Role => ROLES.some((role) => role === name)
export const isStoreRole = (name: string) => STORE_ROLES.some((role) => role === name)

export const grantOf = (role: Role, storeId: string) => (isStoreRole(role) ? `${role}@${storeId}` : role)

/** Returns a function that names a grant, with the store if it is limited to one. */
export function useRoleText() {
  const { t, locale } = useI18n()
  const stores = useQuery(allStoresQuery(locale)).data?.data
  return (grant: string) => {
    const [role = '', store] = grant.split('@')
    const name = isRole(role) ? t(`adminSite.staff.roles.${role}`) : role
    if (store === undefined) return name
    const storeName = stores?.find(({ id }) => String(id) === store)?.name
    return `${name}: ${storeName ?? t('adminSite.staff.storeNo', { number: store })}`
  }
}
