import type { Permission } from '~shared/features/auth/permissions'
import type { Address, Application, Device, Family, User } from '~shared/api/types'

/** Profile state of the mock's account. Tests reset it. */
interface ProfileState {
  user: User
  addresses: Address[]
  families: Family[]
  devices: Device[]
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

const EVERYTHING: Permission[] = [
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
  'products_write',
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
]

/** The owner of the shop. */
export const OWNER: Partial<User> = { roles: ['owner'], permissions: EVERYTHING }

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
  application: null,
  lastId: 100,
})

export const profile: ProfileState = freshProfile()
export const resetProfile = () => Object.assign(profile, freshProfile())
