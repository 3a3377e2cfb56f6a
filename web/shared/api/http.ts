import type { Locale } from '~shared/i18n/locale'
import { ApiFailure } from './failure'
import { type Refresh, withRecovery } from './recovery'
import type { ApiResponse, Body, PathOf, Problem, Tokens } from './types'

export const BASE = '/api/v1'
const TIMEOUT_MS = 15_000

export type Query = Record<string, string> | null

interface Call {
  method: string
  /** Path below the API base, with parameters filled in. */
  path: string
  locale: Locale
  query?: Query
  body?: unknown
  signal?: AbortSignal
  /** For writes that the server must execute only once, even if a retry sends them again. */
  idempotencyKey?: string
}

async function transport({ method, path, locale, query, body, signal, idempotencyKey }: Call, bearer?: string): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', 'accept-language': locale }
  if (bearer) headers.authorization = `Bearer ${bearer}`
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

export async function parse(response: Response): Promise<unknown> {
  if (response.status === 204) return {}
  const json: unknown = await response.json().catch(() => {
    throw new ApiFailure(response.ok ? 'parsing' : 'http', response.status)
  })
  if (response.ok) return json
  throw new ApiFailure('http', response.status, json as Problem, Number(response.headers.get('retry-after')) || undefined)
}

export const refreshIn =
  (locale: Locale): Refresh =>
  async (refreshToken) => {
    const response = await transport({ method: 'GET', path: '/auth/refresh', locale }, refreshToken)
    if (!response.ok) return { status: response.status }
    const { data } = (await parse(response)) as { data: Tokens }
    return { status: response.status, tokens: { accessToken: data.accessToken, refreshToken: data.refreshToken } }
  }

export async function call(request: Call): Promise<unknown> {
  return parse(await withRecovery((token) => transport(request, token), refreshIn(request.locale)))
}

/** Sends a POST to a path without parameters. */
export function post<P extends PathOf<'post'>>(locale: Locale, path: P, body: Body<P, 'post'>): Promise<ApiResponse<P, 'post'>> {
  return call({ method: 'POST', path, locale, body: body ?? {} }) as Promise<ApiResponse<P, 'post'>>
}
