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
  toFormField = (name: string) => name,
): FieldProblem[] {
  if (!(error instanceof ApiFailure) || !error.problem) return []
  const { code, detail, errors = [] } = error.problem
  const field = fieldOf[code]
  if (field) return [{ field, message: detail }]
  const problems = errors.map((problem) => ({ ...problem, field: toFormField(problem.field) }))
  // If the form lacks one of the fields, the caller shows the text of the whole failure instead.
  return problems.every((problem) => fields.includes(problem.field)) ? problems : []
}
