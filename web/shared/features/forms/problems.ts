import { ApiFailure } from '~shared/api/failure'
import { type PersonalMessages, useT } from '~shared/i18n/context'

/** Codes of field errors, with the server's texts. */
export type FieldCode = keyof PersonalMessages['errors']['fields']

/** Returns a translator for error codes. Texts sent by the server pass through unchanged. */
export function useFieldErrorText() {
  const t = useT()
  return (error: { type?: unknown; message?: unknown } | undefined): string | undefined => {
    if (!error) return undefined
    return error.type === 'server' ? String(error.message) : t(`errors.fields.${error.message as FieldCode}`)
  }
}

interface FieldProblem {
  field: string
  message: string
}

/**
 * Maps a failed response to fields with error texts. `fieldOf` assigns problem codes to a field (`email_taken` belongs to the e-mail).
 * `toFormField` maps a field name of the server to the form's.
 */
export function fieldProblems(
  error: unknown,
  fields: string[],
  fieldOf: Partial<Record<string, string>> = {},
  toFormField = (named: string) => named,
): FieldProblem[] {
  if (!(error instanceof ApiFailure) || !error.problem) return []
  const { code, detail, errors = [] } = error.problem
  const own = fieldOf[code]
  if (own) return [{ field: own, message: detail }]
  // Skips fields that this form does not show.
  const named = errors.map((problem) => ({ ...problem, field: toFormField(problem.field) }))
  return named.every(({ field }) => fields.includes(field)) ? named : []
}
