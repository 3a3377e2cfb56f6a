import type { Translate } from '~shared/i18n/context'
import type { Problem } from './types'

type FailureClass = 'network' | 'timeout' | 'parsing' | 'http'

/** The error of every API call. `problem` has a stable `code` and a `detail` in the user's language. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly kind: FailureClass
  readonly status: number | undefined
  readonly problem: Problem | undefined
  /** The seconds until the server accepts another try. */
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

/** These statuses, of a busy or unreachable server, say nothing about the session. */
const INCONCLUSIVE = new Set([429, 502, 503, 504])

export const isConclusive = (status: number) => !INCONCLUSIVE.has(status)

/** Whether the server has certainly refused a write. After a network error or a 5xx, it may have happened. */
export const isDefinite = (error: unknown) =>
  error instanceof ApiFailure && error.kind === 'http' && (error.status ?? 500) < 500 && error.status !== 429

export function failureText(t: Translate, error: unknown): string {
  if (!(error instanceof ApiFailure)) return t('common.failure.unknown')
  if (error.problem?.detail) return error.problem.detail
  if (error.kind === 'network') return t('common.failure.network')
  if (error.kind === 'timeout') return t('common.failure.timeout')
  return t('common.failure.unknown')
}
