// Creates customers with random data.
import { type APIRequestContext, expect } from '@playwright/test'
import type { Session } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { codeFor, linkFor } from './inbox'

export interface Person {
  firstName: string
  lastName: string
  /** The international notation, such as `+994551234567`. */
  phoneNumber: string
  /** The usual notation in Azerbaijan, such as `055 123 45 67`. */
  localPhone: string
  email: string
  password: string
}

const digits = (count: number) => String(Math.floor(Math.random() * 10 ** count)).padStart(count, '0')

export function newPerson(): Person {
  const [first, second, third] = [digits(3), digits(2), digits(2)]
  return {
    firstName: 'Nigar',
    lastName: 'Əliyeva',
    phoneNumber: `+99499${first}${second}${third}`,
    localPhone: `099 ${first} ${second} ${third}`,
    email: `nigar.${first}${second}${third}.${digits(6)}@sovqat.example`,
    password: `nar ağacı ${digits(4)}`,
  }
}

export async function signUpByApi(
  request: APIRequestContext,
  person = newPerson(),
  locale: Locale = 'az',
): Promise<{ person: Person; session: Session }> {
  const { phoneNumber, firstName, lastName, email, password } = person
  const send = async <Data>(path: string, data: object) => {
    const response = await request.post(`/api/v1${path}`, { data, headers: { 'accept-language': locale } })
    expect(response.status(), `${path}: ${await response.text()}`).toBe(200)
    return ((await response.json()) as { data: Data }).data
  }
  const { codeToken } = await send<{ codeToken: string }>('/auth/otp/send', { phoneNumber })
  const otpCode = await codeFor(request, phoneNumber)
  const { verificationToken } = await send<{ verificationToken: string }>('/auth/otp/verify', { phoneNumber, otpCode, codeToken })
  const details = { firstName, lastName, phoneNumber, email, password, passwordConfirmation: password, acceptTerms: true }
  const session = await send<Session>('/auth/signup', { ...details, verificationToken })
  return { person, session }
}

/** The parameter of the link that verifies an e-mail address. “Təsdiq” means “confirmation”. */
export const VERIFICATION_PARAMETER = 'tesdiq'

/** Signs up and verifies the e-mail address. Only a verified address can sign in and receive reset links. */
export async function signUpVerifiedByApi(...args: Parameters<typeof signUpByApi>) {
  const [request] = args
  const account = await signUpByApi(...args)
  const link = await linkFor(request, account.person.email, `${VERIFICATION_PARAMETER}=`)
  const token = link.slice(link.lastIndexOf('=') + 1)
  const headers = { authorization: `Bearer ${account.session.accessToken}` }
  const response = await request.post('/api/v1/user/email/verify', { headers, data: { token } })
  expect(response.status(), await response.text()).toBe(200)
  return account
}
