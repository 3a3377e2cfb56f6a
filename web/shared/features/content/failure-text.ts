import { ApiFailure } from '~shared/api/failure'
import type { Translate } from '~shared/i18n/translate'

/** What to tell a shopper. The server's own words are in their language already; the rest are ours. */
export function failureText(t: Translate, error: unknown): string {
  if (!(error instanceof ApiFailure)) return t('common.failure.unknown')
  if (error.problem?.detail) return error.problem.detail
  if (error.kind === 'network') return t('common.failure.network')
  if (error.kind === 'timeout') return t('common.failure.timeout')
  return t('common.failure.unknown')
}
