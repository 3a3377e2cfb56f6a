import type { Schemas } from '~shared/api/types'

/** The session, which a browser would have in cookies, and the second factors of its account. */
interface StaffSessionState {
  isOpen: boolean
  /** Whether the access token has expired. The refresh token is still good. */
  isExpired: boolean
  /** The code with which a refresh is refused. */
  refusal: Schemas['ProblemCode'] | null
  csrfToken: string
  /** Whether sensitive actions ask for the second factor. */
  needsStepUp: boolean
  stepUpAt: string
  refreshes: number
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
