// Limits of an influencer's product lists, and the texts of failed changes.

import { ApiFailure, failureText } from '~shared/api/failure'
import type { Translate } from '~shared/i18n/context'

/** The server's limits of the name and the description, in characters. */
export const NAME = { min: 2, max: 80 }
export const MAX_DESCRIPTION_LENGTH = 500

type FailedChange = 'create' | 'update' | 'delete' | 'add' | 'remove'

/** Describes a failed change of a list, with the reason if known. */
export function failedChangeText(t: Translate, change: FailedChange, error: unknown): string {
  const isKnown = error instanceof ApiFailure && (error.problem?.detail || error.kind === 'network' || error.kind === 'timeout')
  return isKnown ? `${t(`lists.failed.${change}`)} ${failureText(t, error)}` : t(`lists.failed.${change}`)
}
