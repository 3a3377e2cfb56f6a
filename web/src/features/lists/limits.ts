// Limits of product lists, and texts of failed changes.

import { ApiFailure, failureText } from '~shared/api/failure'
import type { Translate } from '~shared/i18n/context'

/** The limits of a name in characters, the same as on the server. */
export const NAME = { min: 2, max: 80 }
export const MAX_DESCRIPTION_LENGTH = 500

type FailedChange = 'create' | 'update' | 'delete' | 'add' | 'remove'

/** Adds the reason if it is known. */
export function failedChangeText(t: Translate, change: FailedChange, error: unknown): string {
  const isKnown = error instanceof ApiFailure && (error.problem?.detail || error.kind === 'network' || error.kind === 'timeout')
  return isKnown ? `${t(`lists.failed.${change}`)} ${failureText(t, error)}` : t(`lists.failed.${change}`)
}
