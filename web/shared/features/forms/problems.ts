// Turns error codes into texts beside the fields of a form.

import { ApiFailure } from '~shared/api/failure'
import { type PersonalMessages, useT } from '~shared/i18n/context'

export type FieldCode = keyof PersonalMessages['errors']['fields']

/** The server sends texts; the form's own rules give codes, which are translated. */
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

/** `fieldOf` assigns problem codes (`email_taken`) to fields. */
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
  // The caller then shows the text of the whole failure.
  return problems.every((problem) => fields.includes(problem.field)) ? problems : []
}
