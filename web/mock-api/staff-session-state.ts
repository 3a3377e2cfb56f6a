import type { Schemas } from '~shared/api/types'

interface StaffSessionState {
  isOpen: boolean
  /** The access token has expired, but the refresh token is still valid. */
  isExpired: boolean
  /** The error code with which the next refresh is refused. */
  refusal: Schemas['ProblemCode'] | null
  csrfToken: string
  needsStepUp: boolean
  /** Until when sensitive actions do not ask for the second factor. */
  stepUpAt: string
  refreshes: number
  /** A second factor with the token of another challenge comes too late. */
  challenge: string
  hasTotp: boolean
  recoveryCodesLeft: number
  passkeys: Schemas['Passkey'][]
}

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

const fresh = (): StaffSessionState => ({
  isOpen: false,
  isExpired: false,
  refusal: null,
  csrfToken: 'csrf-1',
  needsStepUp: false,
  stepUpAt: daysAgo(-1),
  refreshes: 0,
  challenge: 'challenge-1',
  hasTotp: true,
  recoveryCodesLeft: 8,
  passkeys: [
    { id: 1, name: 'İş noutbuku', createdAt: daysAgo(40), lastUsedAt: daysAgo(1) },
    { id: 2, name: 'Telefon', createdAt: daysAgo(3) },
  ],
})

export const staffSessionState: StaffSessionState = fresh()
export const resetStaffSession = () => Object.assign(staffSessionState, fresh())
