import type { Schemas } from '~shared/api/types'
import { USER } from '../profile-state'
import { state } from '../state'
import { tokens } from './account'
import { invalid, localeOf, ok, problem } from './responses'
import { on } from './contract'

/** Every phone number gets this code. */
export const CODE = '1234'
export const RESET_TOKEN = 'reset-1'
/** The server refuses passwords that are known from data leaks. */
export const LEAKED_PASSWORD = 'password1'
/** Connects a code with the browser that has requested it. */
const CODE_TOKEN = 'code-token-1'
const MAX_TRIES = 5
const VERIFICATION = 'verified-1'
/** This number has not been used for half a year, so it may have a new owner. */
export const UNUSED_NUMBER = '+994509999999'

/** The names in Azerbaijani, Russian and English. */
const NAMES = { AZ: ['Azərbaycan', 'Азербайджан', 'Azerbaijan'], TR: ['Türkiyə', 'Турция', 'Türkiye'], RU: ['Rusiya', 'Россия', 'Russia'] }
const COUNTRIES = [
  { code: 'AZ', dialCode: '+994', mask: '## ### ## ##', example: '50 123 45 67' },
  { code: 'TR', dialCode: '+90', mask: '### ### ## ##', example: '501 234 56 78' },
  { code: 'RU', dialCode: '+7', mask: '### ###-##-##', example: '912 345-67-89' },
] as const

export function refuseCode(phoneNumber: string, { otpCode, codeToken }: Pick<Schemas['VerifyCodeRequest'], 'otpCode' | 'codeToken'>) {
  if (state.otp?.phoneNumber !== phoneNumber || codeToken !== CODE_TOKEN) return problem(409, 'otp_expired', 'Yeni kod istəyin.')
  if (otpCode !== CODE) state.otp.tries += 1
  const left = MAX_TRIES - state.otp.tries
  if (left <= 0) return problem(409, 'otp_too_many_attempts', 'Yeni kod istəyin və yenidən yoxlayın.')
  if (otpCode !== CODE) return problem(409, 'otp_invalid', 'Kodu yoxlayın və yenidən daxil edin.', { left })
  state.otp = null
  return undefined
}

const session = (user: Schemas['User']) => ({ user, ...tokens() })

export const authHandlers = [
  on('get', '/auth/countries', ({ request }) => {
    const languageIndex = ['az', 'ru', 'en'].indexOf(localeOf(request))
    return ok(COUNTRIES.map((country) => ({ ...country, name: NAMES[country.code][languageIndex] ?? '' })))
  }),
  on('post', '/auth/otp/send', async ({ request }) => {
    const { phoneNumber } = await request.json()
    state.otp = { phoneNumber, tries: 0 }
    return ok({ expiresIn: 300, resendIn: 60, length: CODE.length, codeToken: CODE_TOKEN })
  }),
  on('post', '/auth/otp/verify', async ({ request }) => {
    const { phoneNumber, ...code } = await request.json()
    const refusal = refuseCode(phoneNumber, code)
    if (refusal) return refusal
    if (phoneNumber === USER.phoneNumber) return ok(session(USER))
    const unusedAccount = { hasPassword: true, hasVerifiedEmail: true, hasPasskey: true }
    return ok({ verificationToken: VERIFICATION, ...(phoneNumber === UNUSED_NUMBER && { unusedAccount }) })
  }),
  on('post', '/auth/signup', async ({ request }) => {
    const { firstName, lastName, phoneNumber, email, password, verificationToken } = await request.json()
    if (verificationToken !== VERIFICATION) return invalid('verificationToken', 'token_invalid', 'Keçid artıq keçərli deyil')
    if (password === LEAKED_PASSWORD) return invalid('password', 'password_leaked', 'Bu şifrə çox yayılıb, başqasını seçin')
    const { email: _email, ...person } = USER
    const contact = email === undefined ? {} : { email }
    return ok(
      session({
        ...person,
        id: 8,
        code: '104730',
        firstName,
        lastName,
        phoneNumber,
        ...contact,
        emailVerified: false,
        hasPassword: password !== undefined,
      }),
    )
  }),
  on('post', '/auth/password/forget', () => ok({})),
  on('get', '/auth/password/forget/verify', ({ request }) =>
    new URL(request.url).searchParams.get('token') === RESET_TOKEN
      ? ok({ valid: true })
      : invalid('token', 'token_invalid', 'Keçid artıq keçərli deyil'),
  ),
  on('post', '/auth/password/reset', async ({ request }) => {
    const { token } = await request.json()
    return token === RESET_TOKEN ? ok({}) : invalid('token', 'token_invalid', 'Keçid artıq keçərli deyil')
  }),
]
