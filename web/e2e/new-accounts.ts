// Signs new accounts in to the browser of a test, and fills them with data.

import { type APIRequestContext, expect } from '@playwright/test'
import type { Place, Session } from '~shared/api/types'
import { bakuDate } from '~shared/i18n/dates'
import { type Person, signUpByApi } from './people'
import type { Shop } from './shop'

const DAY_MS = 24 * 3600_000

/** A new account: the person who owns it, and the session of its sign-up. */
interface NewAccount {
  person: Person
  session: Session
}

/** Signs up a new account and signs it in, as if from an earlier visit. Changes to it affect no other test. */
export async function signInNewAccount(shop: Shop, request: APIRequestContext): Promise<NewAccount> {
  const account = await signUpByApi(request)
  await shop.storeSection('auth', { ...account.session, isAuthenticated: true })
  return account
}

/** Signs the same person in again, as from another device. */
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

/** Returns whether the session is still open: the server accepts its refresh token. */
export const canRefresh = async (request: APIRequestContext, { refreshToken }: Session) =>
  (await request.get('/api/v1/auth/refresh', { headers: { authorization: `Bearer ${refreshToken}` } })).ok()

/** Gives the account two addresses, a birthday in five days, and a requested deletion. */
export async function fillAccount(request: APIRequestContext, { person, session }: NewAccount) {
  const headers = { authorization: `Bearer ${session.accessToken}` }
  const send = async (path: string, data: object) => {
    const response = await request.post(`/api/v1${path}`, { headers, data })
    expect(response.status(), `${path}: ${await response.text()}`).toBe(200)
  }
  // A city without districts needs no district in the address.
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
  await send('/user/family/add', { name: 'Anam', relation: 'mother', birthDate: `1962${bakuDate(Date.now() + 5 * DAY_MS).slice(4)}` })
  await send('/user/delete', { password: person.password })
}
