// Opens sessions of staff through the API. Staff signs in with a second factor, and its session is in cookies.

import { type BrowserContext, expect, request as requests } from '@playwright/test'
import { openStaffSession, type StaffHeaders } from '../../deploy/load/staff.mjs'
import { type Account, demoAccount } from './accounts'

export type { StaffHeaders }

const BASE_URL = process.env.BASE_URL ?? 'http://127.0.0.1:8080'

/** The origin at which browsers accept passkeys of a local shop. They accept none at an IP address. */
export const PASSKEY_ORIGIN = BASE_URL.replace('127.0.0.1', 'localhost')

/** Returns the account with its second factors, which every account of staff must have. */
function requireSecondFactors(account: Account) {
  const { secondFactors } = account
  if (!secondFactors) throw new Error(`${account.role} has no second factor in deploy/local/demo/accounts.json`)
  return { ...account, secondFactors }
}

/** Opens a session of staff for this test only, with password and passkey, and returns the headers that API calls of this session send. */
export async function signInStaffByApi(role = 'operator'): Promise<StaffHeaders> {
  // A separate context stores the cookies, because other requests must not send them.
  const context = await requests.newContext({ baseURL: BASE_URL })
  const post = async (path: string, data: object) => {
    const response = await context.post(`/api/v1${path}`, { data })
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
    const cookies = response.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie')
    const body = (await response.json()) as { data: unknown }
    return { data: body.data, cookies: cookies.map(({ value }) => value) }
  }
  const headers = await openStaffSession(requireSecondFactors(demoAccount(role)), post, BASE_URL)
  await context.dispose()
  return headers
}

/** Signs the browser context in to the back office by giving it the cookies of the session. */
export function addStaffSession(context: BrowserContext, { cookie }: StaffHeaders) {
  // The cookies have no `url`, because Playwright takes `secure` from its scheme.
  const scope = { domain: new URL(BASE_URL).hostname, path: '/' }
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return { ...scope, name, value, secure: true, httpOnly: true, sameSite: 'Strict' as const }
  })
  return context.addCookies(cookies)
}
