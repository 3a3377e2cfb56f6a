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
  language: 'az',
}

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
