import { staff } from '../staff-state'
import { profile } from '../profile-state'
import { on } from './contract'
import { forStaff, ok, problem, refuse, withStepUp } from './responses'

/** The token is as long as 32 bytes in base64url. */
const TOKEN = 'A'.repeat(43)

export const staffHandlers = [
  on(
    'get',
    '/admin/staff',
    forStaff(() => ok({ members: staff.members, invitations: staff.invitations })),
  ),
  on(
    'get',
    '/admin/staff/names',
    forStaff(() => ok(staff.members.map(({ phoneNumber: _phoneNumber, ...name }) => name))),
  ),
  on(
    'post',
    '/admin/staff/invitations',
    forStaff(async ({ request }) => {
      const { phoneNumber, role } = await request.json()
      const expiresAt = new Date(Date.now() + 3 * 24 * 3600_000).toISOString()
      staff.invitations.push({ id: staff.invitations.length + 1, phoneNumber, role, expiresAt })
      return ok({ url: `http://localhost/devet/${TOKEN}`, expiresAt })
    }),
  ),
  on(
    'delete',
    '/admin/staff/invitations/{id}',
    forStaff(({ params }) => {
      staff.invitations = staff.invitations.filter(({ id }) => id !== Number(params.id))
      return ok({})
    }),
  ),
  on(
    'delete',
    '/admin/staff/{accountId}/roles/{role}',
    forStaff(({ params }) => {
      const owners = staff.members.filter(({ roles }) => roles.includes('owner'))
      if (params.role === 'owner' && owners.length === 1) return problem(409, 'last_owner', 'Mağaza sahibsiz qala bilməz')
      staff.members = staff.members
        .map((member) =>
          member.accountId === Number(params.accountId)
            ? { ...member, roles: member.roles.filter((role) => role !== params.role) }
            : member,
        )
        .filter(({ roles }) => roles.length > 0)
      return ok({})
    }),
  ),
  on(
    'delete',
    '/admin/staff/{accountId}/second-factors',
    withStepUp(({ params }) => {
      staff.resetAccounts.push(Number(params.accountId))
      return ok({})
    }),
  ),
  on('post', '/staff/invitations/accept', async ({ request }) => {
    const refusal = refuse(request)
    if (refusal) return refusal
    const { token } = await request.json()
    if (token !== TOKEN) return problem(404, 'invitation_not_found', 'Dəvət tapılmadı')
    profile.user = { ...profile.user, roles: ['support'] }
    return ok({ role: 'support' })
  }),
]
