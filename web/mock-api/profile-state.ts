// The account of the mock API: account 7, Aysel, who is a shopper. Tests of the back office give her the permissions of an owner.
import type { Permission } from '~shared/features/auth/permissions'
import type { Address, Application, Device, Family, Passkey, SecurityEvent, User } from '~shared/api/types'

interface ProfileState {
  user: User
  addresses: Address[]
  families: Family[]
  devices: Device[]
  passkeys: Passkey[]
  securityEvents: SecurityEvent[]
  application: Application | null
  lastId: number
}

export const USER: User = {
  id: 7,
  firstName: 'Aysel',
  lastName: 'Məmmədova',
  code: '104729',
  email: 'aysel@example.az',
  phoneNumber: '+994501234567',
  isBlogger: false,
  emailVerified: true,
  hasPassword: true,
  roles: [],
  permissions: [],
  language: 'az',
}

const ALL_PERMISSIONS: Permission[] = [
  'orders_read',
  'orders_write',
  'refunds_decide',
  'payments_write',
  'ledger_read',
  'ledger_audit',
  'payouts_read',
  'payouts_decide',
  'wholesale_read',
  'wholesale_write',
  'rules_read',
  'rules_write',
  'promotions_read',
  'promotions_write',
  'products_read',
  'products_write',
  'stores_read',
  'stores_write',
  'reviews_read',
  'reviews_moderate',
  'searches_read',
  'applications_read',
  'applications_decide',
  'tickets_read',
  'tickets_write',
  'content_read',
  'content_write',
  'seo_read',
  'seo_write',
  'staff_read',
  'staff_write',
  'customers_read',
  'customers_write',
  'audit_read',
  'system_read',
  'system_write',
  'dashboard_read',
  'colleagues_read',
]

export const OWNER: Partial<User> = { roles: ['owner'], permissions: ALL_PERMISSIONS }

const HOUR_MS = 3600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

const freshProfile = (): ProfileState => ({
  user: USER,
  addresses: [],
  families: [],
  devices: [
    { id: 'device-1', browser: 'Chrome', system: 'Android', isCurrent: true, signedInAt: hoursAgo(60), lastUsedAt: hoursAgo(0) },
    { id: 'device-2', browser: 'Safari', system: 'macOS', isCurrent: false, signedInAt: hoursAgo(400), lastUsedAt: hoursAgo(3) },
    { id: 'device-3', browser: '', system: '', isCurrent: false, signedInAt: hoursAgo(900), lastUsedAt: hoursAgo(200) },
  ],
  passkeys: [
    { id: 1, name: 'Chrome, Android', createdAt: hoursAgo(800), lastUsedAt: hoursAgo(5) },
    { id: 2, name: 'iPhone', createdAt: hoursAgo(600) },
  ],
  securityEvents: [
    { kind: 'signed_in', at: hoursAgo(5), browser: 'Chrome', system: 'Android' },
    { kind: 'new_device', at: hoursAgo(400), browser: 'Safari', system: 'macOS' },
    { kind: 'passkey_added', at: hoursAgo(800), browser: 'Chrome', system: 'Android' },
    { kind: 'email_verified', at: hoursAgo(900), browser: '', system: '' },
  ],
  application: null,
  lastId: 100,
})

export const profile: ProfileState = freshProfile()
export const resetProfile = () => Object.assign(profile, freshProfile())
