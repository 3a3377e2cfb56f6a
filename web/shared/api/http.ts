// Sends requests to the gateway's API.

import type { Locale } from '~shared/i18n/locale'
import { ApiFailure } from './failure'
import { withRecovery } from './recovery'
import type { ApiResponse, Body, PathOf, Problem, Tokens } from './types'

export const BASE = '/api/v1'
const TIMEOUT_MS = 15_000

export type Query = Record<string, string> | null

type Headers = Record<string, string>

interface RequestLine {
  method: string
  path: string
  locale: Locale
}

/** Sends a request with a session's headers, and again after removing the reason of a refusal, such as an expired token. */
export type Authenticate = (request: RequestLine, send: (headers: Headers) => Promise<Response>) => Promise<Response>

const withBearer: Authenticate = ({ locale }, send) =>
  withRecovery(
    (token) => send(token ? bearer(token) : {}),
    (refreshToken) => refresh(locale, refreshToken),
  )

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })

let authenticate = withBearer

/** Replaces the shop's session, as in the back office. */
export function authenticateWith(session: Authenticate) {
  authenticate = session
}

export const authenticated: Authenticate = (request, send) => authenticate(request, send)

interface Call extends RequestLine {
  query?: Query
  body?: unknown
  signal?: AbortSignal
  /** Makes the server execute a repeated write only once. */
  idempotencyKey?: string
  session?: Authenticate
}

async function transport({ method, path, locale, query, body, signal, idempotencyKey }: Call, session: Headers): Promise<Response> {
  const headers: Headers = { accept: 'application/json', 'accept-language': locale, ...session }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const deadline = AbortSignal.timeout(TIMEOUT_MS)
  try {
    return await fetch(new URL(`${BASE}${path}${search}`, location.origin), {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiFailure(deadline.aborted ? 'timeout' : 'network')
  }
}

/** Throws an `ApiFailure` for an error status or an unreadable body. */
export async function parse(response: Response): Promise<unknown> {
  if (response.status === 204) return {}
  const json: unknown = await response.json().catch(() => {
    throw new ApiFailure(response.ok ? 'parsing' : 'http', response.status)
  })
  if (response.ok) return json
  throw new ApiFailure('http', response.status, json as Problem, Number(response.headers.get('retry-after')) || undefined)
}

/** Returns only the status if the server refuses. */
async function refresh(locale: Locale, refreshToken: string) {
  const response = await transport({ method: 'GET', path: '/auth/refresh', locale }, bearer(refreshToken))
  if (!response.ok) return { status: response.status }
  const { data } = (await parse(response)) as { data: Tokens }
  return { status: response.status, tokens: { accessToken: data.accessToken, refreshToken: data.refreshToken } }
}

export async function call({ session = authenticated, ...request }: Call): Promise<unknown> {
  return parse(await session(request, (headers) => transport(request, headers)))
}

export function post<P extends PathOf<'post'>>(locale: Locale, path: P, body: Body<P, 'post'>): Promise<ApiResponse<P, 'post'>> {
  return call({ method: 'POST', path, locale, body: body ?? {} }) as Promise<ApiResponse<P, 'post'>>
}
