import type { Schemas } from '~shared/api/types'
import { USER } from './profile-state'

interface StaffState {
  members: Schemas['StaffMember'][]
  invitations: Schemas['PendingInvitation'][]
  resetAccounts: number[]
}

const fresh = (): StaffState => ({
  members: [
    { accountId: USER.id, firstName: USER.firstName, lastName: USER.lastName, phoneNumber: USER.phoneNumber, roles: ['owner'] },
    { accountId: 8, firstName: 'Tural', lastName: 'İbrahimov', phoneNumber: '+994501112233', roles: ['finance', 'orders'] },
  ],
  invitations: [{ id: 1, phoneNumber: '+994507778899', role: 'support', expiresAt: new Date(Date.now() + 86_400_000).toISOString() }],
  resetAccounts: [],
})

export const staff: StaffState = fresh()
export const resetStaff = () => Object.assign(staff, fresh())
