import type { Problem, Schemas } from '~shared/api/types'
import { FALLBACK, type Locale, LOCALES } from '~shared/i18n/locale'
import { profile } from '../profile-state'
import { staffSessionState } from '../staff-session-state'
import { state } from '../state'
import type { Reply } from './contract'

/** The envelope of the API is `{ data }`, and `{ data, meta }` for lists. */
export function ok<T>(data: T): Reply<{ data: T }>
export function ok<T, M>(data: T, meta: M): Reply<{ data: T; meta: M }>
export function ok(data: unknown, meta?: unknown) {
  return json({ data, ...(meta !== undefined && { meta }) })
}

const json = <T extends object>(body: T, init?: ResponseInit): Reply<T> => Response.json(body, init)

/** An error response (RFC 9457). `detail` is the text that the user reads. */
export function problem(status: number, code: Problem['code'], detail: string, overrides: Partial<Problem> = {}): Reply<never> {
  const body = { type: 'about:blank', title: detail, status, code, detail, traceId: '0af7651916cd43dd8448eb211c80319c', ...overrides }
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } })
}

export const invalid = (field: string, code: Schemas['FieldCode'], message: string) =>
  problem(422, 'validation_failed', 'Qeyd olunan sahələri yoxlayın və yenidən göndərin.', { errors: [{ field, code, message }] })

export const localeOf = (request: Pick<Request, 'headers'>): Locale =>
  LOCALES.find((locale) => locale === request.headers.get('accept-language')) ?? FALLBACK

type RequestParts = Pick<Request, 'headers' | 'method' | 'url'>

const STAFF_PATH = /\/api\/v1\/(?:admin|staff)\//

/** Without a token of the shop, requests to paths of staff use the session of the back office. */
export function refuse(request: RequestParts): Reply<never> | undefined {
  const bearer = request.headers.get('authorization')?.replace('Bearer ', '')
  if (!bearer && STAFF_PATH.test(request.url)) return refuseStaff(request)
  if (bearer === state.accessToken) return undefined
  return bearer ? problem(401, 'token_expired', 'Sessiyanın vaxtı bitib') : problem(401, 'unauthenticated', 'Daxil olmaq lazımdır')
}

function refuseStaff({ headers, method }: RequestParts): Reply<never> | undefined {
  const { isOpen, isExpired, csrfToken } = staffSessionState
  if (!isOpen) return problem(401, 'unauthenticated', 'Daxil olmaq lazımdır')
  if (isExpired) return problem(401, 'token_expired', 'Sessiyanın vaxtı bitib')
  const isConfirmed = method === 'GET' || headers.get('x-csrf-token') === csrfToken
  return isConfirmed ? undefined : problem(403, 'csrf_token_invalid', 'Səhifəni yeniləyin və yenidən cəhd edin.')
}

export const forStaff =
  <A extends { request: RequestParts }, R>(handler: (call: A) => R) =>
  (call: A): R | Reply<never> => {
    const refusal = refuse(call.request)
    if (refusal) return refusal
    return profile.user.permissions.length > 0 ? handler(call) : problem(403, 'forbidden', 'İcazəniz yoxdur')
  }

/** Sensitive actions need a recent second factor (step-up). */
export const refuseUnlessRecent = (request: RequestParts): Reply<never> | undefined =>
  refuse(request) ??
  (staffSessionState.needsStepUp ? problem(403, 'step_up_required', 'Bu addım üçün ikinci mərhələni yenidən keçin.') : undefined)

export const withStepUp =
  <A extends { request: RequestParts }, R>(handler: (call: A) => R) =>
  (call: A): R | Reply<never> =>
    refuseUnlessRecent(call.request) ?? handler(call)

/** For lists that are read by page number. */
export function paged<T>(request: Pick<Request, 'url'>, all: T[], perPageDefault = 24) {
  const query = new URL(request.url).searchParams
  const perPage = Number(query.get('perPage')) || perPageDefault
  const page = Number(query.get('page')) || 1
  return {
    items: all.slice((page - 1) * perPage, page * perPage),
    meta: { page, perPage, total: all.length, lastPage: Math.max(1, Math.ceil(all.length / perPage)) },
  }
}

/** For lists that are read by cursor. The cursor is the index of the next entry. */
export function cursorPage<T>({ url }: Pick<Request, 'url'>, all: T[], limitDefault = 50) {
  const query = new URL(url).searchParams
  const start = Number(query.get('cursor') ?? 0)
  const end = start + (Number(query.get('limit')) || limitDefault)
  return ok(all.slice(start, end), end < all.length ? { nextCursor: String(end) } : {})
}

export { BASE } from './contract'
