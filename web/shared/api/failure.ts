import type { Translate } from '~shared/i18n/context'
import type { Problem } from './types'

/** What can go wrong with a call: no answer, too late an answer, an answer nobody can read, or one that says no. */
type FailureClass = 'network' | 'timeout' | 'parsing' | 'http'

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly kind: FailureClass
  readonly status: number | undefined
  readonly problem: Problem | undefined
  /** Seconds after which the server asked to be asked again. */
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

// A gateway that cannot reach a service, or a line that is down, says nothing about the session.
const NO_VERDICT = new Set([429, 502, 503, 504])
export const isVerdict = (status: number) => !NO_VERDICT.has(status)

/** What to tell a shopper. The server's own words are in their language already; the rest are ours. */
export function failureText(t: Translate, error: unknown): string {
  if (!(error instanceof ApiFailure)) return t('common.failure.unknown')
  if (error.problem?.detail) return error.problem.detail
  if (error.kind === 'network') return t('common.failure.network')
  if (error.kind === 'timeout') return t('common.failure.timeout')
  return t('common.failure.unknown')
}
