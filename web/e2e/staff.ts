import { type BrowserContext, expect, request as requests } from '@playwright/test'
import { openStaffSession, type StaffHeaders } from '../../deploy/load/staff.mjs'
import { type Account, demoAccount } from './accounts'

export type { StaffHeaders }

const BASE_URL = process.env.BASE_URL ?? 'http://127.0.0.1:8080'

/** Browsers accept no passkeys at an IP address. */
export const PASSKEY_ORIGIN = BASE_URL.replace('127.0.0.1', 'localhost')

function requireSecondFactors(account: Account) {
  const { secondFactors } = account
  if (!secondFactors) throw new Error(`${account.role} has no second factor in deploy/local/demo/accounts.json`)
  return { ...account, secondFactors }
}

/** Signs in with a passkey, and returns the headers of API calls. */
export async function signInStaffByApi(role = 'operator'): Promise<StaffHeaders> {
  // Other requests must not send these cookies.
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

export function addStaffSession(context: BrowserContext, { cookie }: StaffHeaders) {
  // Without `url`, because Playwright takes `secure` from its scheme.
  const scope = { domain: new URL(BASE_URL).hostname, path: '/' }
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return { ...scope, name, value, secure: true, httpOnly: true, sameSite: 'Strict' as const }
  })
  return context.addCookies(cookies)
}
