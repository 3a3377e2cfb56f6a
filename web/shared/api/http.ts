// Sends requests to the gateway's API, for the shop and the back office: headers, time limit, session and error bodies.

import type { Locale } from '~shared/i18n/locale'
import { ApiFailure } from './failure'
import { withRecovery } from './recovery'
import type { ApiResponse, Body, PathOf, Problem, Tokens } from './types'

/** The path below which the gateway serves the API. */
export const BASE = '/api/v1'
const TIMEOUT_MS = 15_000

export type Query = Record<string, string> | null

type Headers = Record<string, string>

/** The properties of a request that decide its authentication. */
interface RequestLine {
  method: string
  /** Path below the API base, with parameters filled in. */
  path: string
  locale: Locale
}

/**
 * Sends a request with a session's headers. If the server refuses it for a reason that can be removed, such as an expired token, removes
 * the reason and calls `send` again, which repeats the same request.
 */
export type Authenticate = (request: RequestLine, send: (headers: Headers) => Promise<Response>) => Promise<Response>

/** Uses the shop's session: a bearer token, refreshed once when the server refuses it. */
const withBearer: Authenticate = ({ locale }, send) =>
  withRecovery(
    (token) => send(token ? bearer(token) : {}),
    (refreshToken) => refresh(locale, refreshToken),
  )

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })

/** The session of all calls that do not bring their own. */
let authenticate = withBearer

/** Makes all requests use another session than the shop's, as in the back office. */
export function authenticateWith(session: Authenticate) {
  authenticate = session
}

/** Sends a request with the application's session. */
export const authenticated: Authenticate = (request, send) => authenticate(request, send)

/** A request. The `signal` of its caller can abort it. */
interface Call extends RequestLine {
  query?: Query
  body?: unknown
  signal?: AbortSignal
  /** The key of a write that must execute only once, even if a retry sends it again. */
  idempotencyKey?: string
  /** The session of this call, if it is not the application's. */
  session?: Authenticate
}

/** Sends a request once, with the headers of a session. Throws an `ApiFailure` if no response comes in time. */
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

/** Returns the JSON of a successful response. Throws an `ApiFailure` for an error status or an unreadable body. */
export async function parse(response: Response): Promise<unknown> {
  if (response.status === 204) return {}
  const json: unknown = await response.json().catch(() => {
    throw new ApiFailure(response.ok ? 'parsing' : 'http', response.status)
  })
  if (response.ok) return json
  throw new ApiFailure('http', response.status, json as Problem, Number(response.headers.get('retry-after')) || undefined)
}

/** Exchanges the refresh token for new tokens. Returns only the status if the server refuses. */
async function refresh(locale: Locale, refreshToken: string) {
  const response = await transport({ method: 'GET', path: '/auth/refresh', locale }, bearer(refreshToken))
  if (!response.ok) return { status: response.status }
  const { data } = (await parse(response)) as { data: Tokens }
  return { status: response.status, tokens: { accessToken: data.accessToken, refreshToken: data.refreshToken } }
}

/** Sends a request and returns its parsed body. Callers cast the body to the contract's type. */
export async function call({ session = authenticated, ...request }: Call): Promise<unknown> {
  return parse(await session(request, (headers) => transport(request, headers)))
}

/** Sends a POST to a path without parameters. */
export function post<P extends PathOf<'post'>>(locale: Locale, path: P, body: Body<P, 'post'>): Promise<ApiResponse<P, 'post'>> {
  return call({ method: 'POST', path, locale, body: body ?? {} }) as Promise<ApiResponse<P, 'post'>>
}
