// The error that every API call rejects with, and questions about it: may the call be repeated, and which text does the user read?

import type { Translate } from '~shared/i18n/context'
import type { Problem } from './types'

/** Why a call failed: no response, a timeout, an unreadable body, or an error status. */
type FailureClass = 'network' | 'timeout' | 'parsing' | 'http'

/** A failed API call. `problem` is the server's error body: a stable `code` and a `detail` in the user's language. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly kind: FailureClass
  readonly status: number | undefined
  readonly problem: Problem | undefined
  /** The value of `Retry-After`, in seconds. */
  readonly retryAfter: number | undefined

  constructor(kind: FailureClass, status?: number, problem?: Problem, retryAfter?: number) {
    super(problem?.detail ?? `${kind}${status ? ` ${status}` : ''}`)
    this.kind = kind
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
  }

  get code() {
    return this.problem?.code
  }
}

export const isNotFound = (error: unknown) => error instanceof ApiFailure && error.status === 404

/** Statuses that say nothing about the session: a rate limit, or a gateway that cannot reach a service. */
const INCONCLUSIVE = new Set([429, 502, 503, 504])

/** Whether a response with this status proves that the session is valid or invalid. */
export const isConclusive = (status: number) => !INCONCLUSIVE.has(status)

/** Whether the server has certainly refused a write. After a network error or a 5xx, the write may have happened. */
export const isDefinite = (error: unknown) =>
  error instanceof ApiFailure && error.kind === 'http' && (error.status ?? 500) < 500 && error.status !== 429

/** Returns the text of a failure for the user: the server's, which is in the right language, or else the app's. */
export function failureText(t: Translate, error: unknown): string {
  if (!(error instanceof ApiFailure)) return t('common.failure.unknown')
  if (error.problem?.detail) return error.problem.detail
  if (error.kind === 'network') return t('common.failure.network')
  if (error.kind === 'timeout') return t('common.failure.timeout')
  return t('common.failure.unknown')
}
