import type { Schemas } from '~shared/api/types'
import { OWNER, profile } from '../profile-state'
import { staffSessionState as state } from '../staff-session-state'
import { PASSWORD } from './account'
import { on } from './contract'
import { invalid, ok, problem, refuse, withStepUp } from './responses'

/** The codes that are accepted. */
export const TOTP_CODE = '123456'
export const RECOVERY_CODE = 'k7p2-m4qx'
/** Logins that begin with this text have no second factor yet. */
export const NEW_STAFF = 'newcomer'

/** How long a second factor counts as recent. */
const STEP_UP_MS = 600_000
const nextStepUp = () => new Date(Date.now() + STEP_UP_MS).toISOString()
const SVG_START = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4">'
/** The QR code is only a drawing. */
const TOTP: Schemas['TotpSecret'] = {
  secret: 'JBSWY3DPEHPK3PXP',
  url: 'otpauth://totp/Sovqat:aysel?secret=JBSWY3DPEHPK3PXP&issuer=Sovqat',
  qrSvg: `${SVG_START}<path d="M0 0h2v2H0zM2 2h2v2H2z"/></svg>`,
}
const REQUEST_OPTIONS = JSON.stringify({ publicKey: { challenge: 'AAAA', rpId: 'localhost', allowCredentials: [] } })
const CREATION_OPTIONS = JSON.stringify({
  publicKey: {
    challenge: 'AAAA',
    rp: { id: 'localhost', name: 'Sovqat' },
    user: { id: 'AQ', name: 'a', displayName: 'a' },
    pubKeyCredParams: [],
  },
})

const CODE_COUNT = 10
const codes = () => Array.from({ length: CODE_COUNT }, (_, index) => `code-${index + 1}`)

/** A new member of staff sets up a second factor. */
const challenge = (isNew: boolean): Schemas['StaffChallenge'] => ({
  challengeToken: state.challenge,
  hasTotp: state.hasTotp && !isNew,
  hasRecoveryCodes: state.recoveryCodesLeft > 0 && !isNew,
  ...(!isNew && state.passkeys.length > 0 && { passkeyOptions: REQUEST_OPTIONS }),
  ...(isNew && { firstFactor: { totp: TOTP, passkeyOptions: CREATION_OPTIONS } }),
})

/** Only a new member of staff gets recovery codes. */
const session = (recoveryCodes: string[] = []): Schemas['StaffSession'] => ({
  user: profile.user,
  csrfToken: state.csrfToken,
  expiresIn: 600,
  stepUpAt: state.stepUpAt,
  recoveryCodes,
})

/** Every passkey is accepted. */
function refuseProof({ challengeToken, totpCode, recoveryCode, passkey }: Schemas['OpenStaffSessionRequest']) {
  if (challengeToken !== state.challenge) return problem(409, 'challenge_expired', 'Vaxt bitib. Yenidən daxil olmağa başlayın.')
  if (passkey !== undefined || totpCode === TOTP_CODE || recoveryCode === RECOVERY_CODE) return undefined
  return problem(409, 'second_factor_refused', 'Kod qəbul edilmədi. Tətbiqdən yeni kod yazın.')
}

let isNewStaff = false

export const staffSessionHandlers = [
  on('post', '/staff/session', async ({ request }) => {
    const { login, password } = await request.json()
    if (password !== PASSWORD) return problem(401, 'invalid_credentials', 'Telefon, e-poçt və ya şifrə yanlışdır.')
    isNewStaff = login.startsWith(NEW_STAFF)
    return ok(challenge(isNewStaff))
  }),
  on('post', '/staff/session/open', async ({ request }) => {
    const refusal = refuseProof(await request.json())
    if (refusal) return refusal
    profile.user = { ...profile.user, ...OWNER }
    Object.assign(state, { isOpen: true, isExpired: false, stepUpAt: nextStepUp() })
    return ok(session(isNewStaff ? codes() : []))
  }),
  on('get', '/staff/session', ({ request }) => refuse(request) ?? ok(session())),
  on('post', '/staff/session/refresh', () => {
    state.refreshes += 1
    if (state.refusal) return problem(401, state.refusal, 'Yenidən daxil olun')
    if (!state.isOpen) return problem(401, 'unauthenticated', 'Yenidən daxil olun')
    Object.assign(state, { isExpired: false, csrfToken: `csrf-${state.refreshes + 1}` })
    return ok(session())
  }),
  on('delete', '/staff/session', ({ request }) => {
    const refusal = refuse(request)
    if (refusal) return refusal
    state.isOpen = false
    return ok({})
  }),
  on('post', '/staff/session/challenge', ({ request }) => refuse(request) ?? ok(challenge(false))),
  on('post', '/staff/session/step-up', async ({ request }) => {
    const refusal = refuse(request) ?? refuseProof(await request.json())
    if (refusal) return refusal
    Object.assign(state, { needsStepUp: false, stepUpAt: nextStepUp() })
    return ok(session())
  }),
]

const factors = () => ok({ hasTotp: state.hasTotp, recoveryCodesLeft: state.recoveryCodesLeft })
/** Refuses to remove the last second factor. */
const refuseLast = (hasOthers: boolean) =>
  !hasOthers && problem(409, 'last_second_factor', 'Bu, ikinci mərhələnin son üsuludur. Əvvəlcə başqa üsul əlavə edin.')
const refusePassword = (password: string | undefined) =>
  password === PASSWORD ? undefined : invalid('password', 'invalid_password', 'Şifrə yanlışdır')

export const secondFactorHandlers = [
  on('get', '/staff/second-factors', ({ request }) => refuse(request) ?? factors()),
  on(
    'post',
    '/staff/second-factors/totp',
    withStepUp(() => ok(TOTP)),
  ),
  on(
    'post',
    '/staff/second-factors/totp/confirm',
    withStepUp(async ({ request }) => {
      const { totpCode } = await request.json()
      if (totpCode !== TOTP_CODE) return problem(409, 'second_factor_refused', 'Kod qəbul edilmədi. Tətbiqdən yeni kod yazın.')
      state.hasTotp = true
      return factors()
    }),
  ),
  on(
    'delete',
    '/staff/second-factors/totp',
    withStepUp(() => {
      const refusal = refuseLast(state.passkeys.length > 0)
      if (refusal) return refusal
      state.hasTotp = false
      return factors()
    }),
  ),
  on(
    'post',
    '/staff/second-factors/recovery-codes',
    withStepUp(() => {
      state.recoveryCodesLeft = CODE_COUNT
      return ok({ codes: codes() })
    }),
  ),
  on('get', '/staff/passkeys', ({ request }) => refuse(request) ?? ok(state.passkeys)),
  on(
    'post',
    '/staff/passkeys/challenge',
    withStepUp(async ({ request }) => {
      const { password } = await request.json()
      return refusePassword(password) ?? ok({ challengeToken: state.challenge, options: CREATION_OPTIONS })
    }),
  ),
  on(
    'post',
    '/staff/passkeys',
    withStepUp(async ({ request }) => {
      const { name } = await request.json()
      state.passkeys = [...state.passkeys, { id: state.passkeys.length + 1, name, createdAt: new Date().toISOString() }]
      return ok(state.passkeys)
    }),
  ),
  on(
    'post',
    '/staff/passkeys/{id}/remove',
    withStepUp(async ({ request, params }) => {
      const { password } = await request.json()
      const refusal = refusePassword(password) ?? (refuseLast(state.hasTotp || state.passkeys.length > 1) || undefined)
      if (refusal) return refusal
      state.passkeys = state.passkeys.filter(({ id }) => id !== Number(params.id))
      return ok(state.passkeys)
    }),
  ),
]
