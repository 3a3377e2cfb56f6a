// Accounts that are created for one test.

import { type APIRequestContext, expect } from '@playwright/test'
import type { Place, Session } from '~shared/api/types'
import { bakuDate } from '~shared/i18n/dates'
import { type Person, signUpByApi } from './people'
import type { Shop } from './shop'

const DAY_MS = 24 * 3600_000

interface NewAccount {
  person: Person
  session: Session
}

/** Signs the browser in from the next opened page on. */
export async function signInNewAccount(shop: Shop, request: APIRequestContext): Promise<NewAccount> {
  const account = await signUpByApi(request)
  await shop.storeSection('auth', { ...account.session, isAuthenticated: true })
  return account
}

export async function sessionOnOtherDevice(
  request: APIRequestContext,
  { phoneNumber, password }: Person,
  userAgent: string,
): Promise<Session> {
  const response = await request.post('/api/v1/auth/signin', {
    data: { login: phoneNumber, password },
    headers: { 'user-agent': userAgent },
  })
  return ((await response.json()) as { data: Session }).data
}

/** Returns whether the session is still valid. */
export const canRefresh = async (request: APIRequestContext, { refreshToken }: Session) =>
  (await request.get('/api/v1/auth/refresh', { headers: { authorization: `Bearer ${refreshToken}` } })).ok()

/** Adds two addresses and a birthday, and requests the deletion of the account. */
export async function fillAccount(request: APIRequestContext, { person, session }: NewAccount) {
  const headers = { authorization: `Bearer ${session.accessToken}` }
  const send = async (path: string, data: object) => {
    const response = await request.post(`/api/v1${path}`, { headers, data })
    expect(response.status(), `${path}: ${await response.text()}`).toBe(200)
  }
  // In a city without districts, an address needs none.
  const cities = (await (await request.get('/api/v1/address/cities')).json()) as { data: Place[] }
  const cityId = cities.data.find(({ hasDistricts }) => !hasDistricts)?.id
  await send('/user/addresses', {
    title: 'Ev',
    type: 'home',
    cityId,
    street: 'Nizami küçəsi',
    building: '10A',
    floor: '3',
    isDefault: true,
  })
  await send('/user/addresses', { title: 'İş', type: 'office', cityId, street: 'Füzuli küçəsi', building: '7', isDefault: false })
  const birthdayInFiveDays = `1962${bakuDate(Date.now() + 5 * DAY_MS).slice('YYYY'.length)}`
  await send('/user/family/add', { name: 'Anam', relation: 'mother', birthDate: birthdayInFiveDays })
  await send('/user/delete', { password: person.password })
}
