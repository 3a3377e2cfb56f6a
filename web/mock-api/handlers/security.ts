// Passkeys, changes of the phone number, and security notices: mails with a link that undoes a change.
import type { Schemas } from '~shared/api/types'
import { profile } from '../profile-state'
import { PASSWORD, tokens } from './account'
import { refuseCode } from './auth'
import { bodyOf, on } from './contract'
import { invalid, ok, problem, refuse } from './responses'

/** The phone number of another account. */
export const TAKEN_NUMBER = '+994508888888'
/** The tokens in the links of security mails. */
export const NOTICE = 'notice-1'
export const USED_NOTICE = 'notice-used'
export const EXPIRED_NOTICE = 'notice-expired'
/** Connects the response of a browser with the options for it. */
const CHALLENGE = 'challenge-1'

/** The bytes are arbitrary, because a browser signs any bytes. */
const CREATION = {
  publicKey: {
    challenge: 'AQIDBA',
    rp: { id: 'localhost', name: 'Sovqat' },
    user: { id: 'Bw', name: '+994501234567', displayName: 'Aysel' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  },
}
const REQUEST = { publicKey: { challenge: 'AQIDBA', rpId: 'localhost', allowCredentials: [], userVerification: 'required' } }

const challenge = (options: object) => ok({ challengeToken: CHALLENGE, options: JSON.stringify(options) })
const refuseChallenge = (token: string) => (token === CHALLENGE ? undefined : problem(409, 'challenge_expired', 'Yenidən başlayın.'))
/** An account without a password needs none. */
const refusePassword = ({ password }: { password?: string }) =>
  profile.user.hasPassword && password !== PASSWORD ? invalid('password', 'invalid_password', 'Şifrə yanlışdır') : undefined

function refuseNotice(token: string) {
  if (token === USED_NOTICE) return problem(409, 'notice_used', 'Hesabınız artıq qorunub.', { title: 'Keçiddən istifadə olunub' })
  if (token === EXPIRED_NOTICE) return problem(409, 'notice_expired', 'Şifrəni dəyişin.', { title: 'Keçidin müddəti bitib' })
  return token === NOTICE ? undefined : problem(404, 'notice_not_found', 'Məktubdakı keçidi tam açın.', { title: 'Keçid etibarsızdır' })
}

const notice = (): Schemas['SecurityNotice'] => ({
  kind: 'new_device',
  at: new Date(Date.now() - 3600_000).toISOString(),
  browser: 'Firefox',
  system: 'Windows',
})

export const securityHandlers = [
  on('get', '/user/passkeys', ({ request }) => refuse(request) ?? ok(profile.passkeys)),
  on('post', '/user/passkeys/challenge', async (call) => {
    const refusal = refuse(call.request) ?? refusePassword(await bodyOf(call))
    return refusal ?? challenge(CREATION)
  }),
  on('post', '/user/passkeys', async (call) => {
    const { challengeToken, name } = await bodyOf(call)
    const refusal = refuse(call.request) ?? refuseChallenge(challengeToken)
    if (refusal) return refusal
    profile.lastId += 1
    const at = new Date().toISOString()
    profile.passkeys = [...profile.passkeys, { id: profile.lastId, name, createdAt: at }]
    profile.securityEvents = [{ kind: 'passkey_added', at, browser: 'Chrome', system: 'Android' }, ...profile.securityEvents]
    return ok(profile.passkeys)
  }),
  on('post', '/user/passkeys/{id}/remove', async (call) => {
    const refusal = refuse(call.request) ?? refusePassword(await bodyOf(call))
    if (refusal) return refusal
    profile.passkeys = profile.passkeys.filter(({ id }) => String(id) !== call.params.id)
    return ok(profile.passkeys)
  }),
  on('post', '/auth/passkey/challenge', () => challenge(REQUEST)),
  on('post', '/auth/passkey', async (call) => {
    const { challengeToken } = await bodyOf(call)
    return refuseChallenge(challengeToken) ?? ok({ user: profile.user, ...tokens() })
  }),
  on('get', '/user/security/events', ({ request }) => refuse(request) ?? ok(profile.securityEvents)),
  on('post', '/user/phone', async (call) => {
    const { phoneNumber, password, ...code } = await bodyOf(call)
    const refusal = refuse(call.request) ?? refusePassword(password === undefined ? {} : { password }) ?? refuseCode(phoneNumber, code)
    if (refusal) return refusal
    if (phoneNumber === TAKEN_NUMBER) return problem(409, 'phone_taken', 'Bu nömrə ilə hesab artıq var.')
    return ok((profile.user = { ...profile.user, phoneNumber }))
  }),
  on('post', '/security/notice', async (call) => refuseNotice((await bodyOf(call)).token) ?? ok(notice())),
  on('post', '/security/notice/disown', async (call) => refuseNotice((await bodyOf(call)).token) ?? ok({})),
]
