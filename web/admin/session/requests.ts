// Requests that open, renew or confirm the session of the back office.
// The browser sends the session's cookies. Requests that change something also need the CSRF token, which is in memory only.
import { type Authenticate, call } from '~shared/api/http'
import type { ApiResponse, Body, PathOf } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { type StaffSession, useStaff } from './store'

export function csrfHeader(method: string): Record<string, string> {
  const token = useStaff.getState().session?.csrfToken
  return token && method !== 'GET' ? { 'x-csrf-token': token } : {}
}

/** Adds only the CSRF token, for calls that open or renew a session: their failures are not repaired. */
const withCsrfToken: Authenticate = ({ method }, sendWith) => sendWith(csrfHeader(method))

const send = <P extends PathOf<'post'>>(locale: Locale, path: P, body?: Body<P, 'post'>) =>
  call({ method: 'POST', path, locale, body, session: withCsrfToken }) as Promise<ApiResponse<P, 'post'>>

/** Checks the password. The response has the challenge for the second factor. */
export const beginSession = (locale: Locale, credentials: Body<'/staff/session', 'post'>) => send(locale, '/staff/session', credentials)

export const openSession = (locale: Locale, proof: Body<'/staff/session/open', 'post'>) => send(locale, '/staff/session/open', proof)

/** Asks for the second factor. An expired session is renewed first, because the confirmation belongs to the session. */
export const requestStepUp = (locale: Locale) =>
  call({ method: 'POST', path: '/staff/session/challenge', locale }) as Promise<ApiResponse<'/staff/session/challenge', 'post'>>

export const verifyStepUp = (locale: Locale, proof: Body<'/staff/session/step-up', 'post'>) =>
  call({ method: 'POST', path: '/staff/session/step-up', locale, body: proof }) as Promise<ApiResponse<'/staff/session/step-up', 'post'>>

export const refreshSession = (locale: Locale) => send(locale, '/staff/session/refresh')

export async function fetchSession(locale: Locale): Promise<StaffSession> {
  const { data } = (await call({ method: 'GET', path: '/staff/session', locale })) as ApiResponse<'/staff/session', 'get'>
  return data
}
