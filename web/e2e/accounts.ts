// The accounts of the demo shop, and API calls that use their sessions.

import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect } from '@playwright/test'
import type { ProductCard, Session } from '~shared/api/types'
import type { StaffHeaders } from '../../deploy/load/staff.mjs'

export interface Account {
  role: string
  firstName: string
  lastName: string
  phoneNumber: string
  email: string
  password: string
  /** Only staff has them. */
  secondFactors?: { totp: string; passkey: { id: string; publicKey: string } }
}

const FILE = new URL('../../deploy/local/demo/accounts.json', import.meta.url)
const accounts = JSON.parse(readFileSync(FILE, 'utf8')) as Account[]
/** Tests may change these accounts, because no two workers share one. */
const testers = accounts.filter(({ role }) => role.startsWith('tester'))

/** Tests must not change this account, because they share it. */
export function demoAccount(role: string): Account {
  const account = accounts.find((account) => account.role === role)
  if (!account) throw new Error(`deploy/local/demo/accounts.json has no ${role}`)
  return account
}

export function testerAccount(worker: number): Account {
  const account = testers[worker]
  if (!account) throw new Error(`deploy/local/demo/accounts.json has ${testers.length} testers, and this is worker ${worker + 1}`)
  return account
}

export const bearer = ({ accessToken }: Session) => ({ authorization: `Bearer ${accessToken}` })

export const headersOf = (session: Session | StaffHeaders): Record<string, string> =>
  'cookie' in session ? { ...session } : bearer(session)

/** Opens a separate session, so that signing out affects no other test. */
export async function signInByApi(request: APIRequestContext, { email, password }: Pick<Account, 'email' | 'password'>): Promise<Session> {
  const response = await request.post('/api/v1/auth/signin', { data: { login: email, password } })
  expect(response.status(), `${email} can sign in`).toBe(200)
  return ((await response.json()) as { data: Session }).data
}

/** Removes everything from the cart and the favourites. */
export async function emptyAccount(request: APIRequestContext, session: Session) {
  const headers = bearer(session)
  await request.post('/api/v1/cart/clear', { headers, data: {} })
  const favourites = await request.get('/api/v1/product/likes?isGetAll=true', { headers })
  const { data } = (await favourites.json()) as { data: { products: ProductCard[] } }
  for (const { id } of data.products) await request.post('/api/v1/product/like/remove', { headers, data: { productId: id } })
}

export async function addToCart(request: APIRequestContext, session: Session, productId: number, count: number) {
  const response = await request.post('/api/v1/cart/add', { headers: bearer(session), data: { productId, count } })
  expect(response.ok(), `${count} × product ${productId} fit into the cart`).toBe(true)
}

export async function likeProduct(request: APIRequestContext, session: Session, productId: number) {
  const response = await request.post('/api/v1/product/like', { headers: bearer(session), data: { productId } })
  expect(response.ok(), `product ${productId} can be liked`).toBe(true)
}

/** Returns the whole body of the response. `path` is relative to `/api/v1`. */
export async function apiGet<T>(request: APIRequestContext, session: Session | StaffHeaders, path: string): Promise<T> {
  const response = await request.get(`/api/v1${path}`, { headers: headersOf(session) })
  expect(response.ok(), path).toBe(true)
  return (await response.json()) as T
}

/** Returns the `data` of the response. `path` is relative to `/api/v1`. */
export async function apiSend<Data>(
  request: APIRequestContext,
  session: Session | StaffHeaders,
  path: string,
  data: object = {},
  method: 'post' | 'put' = 'post',
): Promise<Data> {
  const response = await request[method](`/api/v1${path}`, { headers: headersOf(session), data })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return ((await response.json()) as { data: Data }).data
}
