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

const HOUR = 3600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()

const freshProfile = (): ProfileState => ({
  user: USER,
  addresses: [],
  families: [],
  devices: [
    { id: 'device-1', browser: 'Chrome', system: 'Android', isCurrent: true, signedInAt: ago(60), lastUsedAt: ago(0) },
    { id: 'device-2', browser: 'Safari', system: 'macOS', isCurrent: false, signedInAt: ago(400), lastUsedAt: ago(3) },
    { id: 'device-3', browser: '', system: '', isCurrent: false, signedInAt: ago(900), lastUsedAt: ago(200) },
  ],
  application: null,
  lastId: 100,
})

export const profile: ProfileState = freshProfile()
export const resetProfile = () => Object.assign(profile, freshProfile())
