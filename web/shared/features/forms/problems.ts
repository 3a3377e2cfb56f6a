import { ApiFailure } from '~shared/api/failure'

export interface FieldProblem {
  field: string
  message: string
}

/**
 * Which fields an answer blames, in the server's words. `fieldOf` says where a problem belongs that has a code of its own:
 * `email_taken` is best read beside the e-mail. `fieldNamed` is what the form calls a field of the server's.
 */
export function fieldProblems(
  error: unknown,
  fields: string[],
  fieldOf: Partial<Record<string, string>> = {},
  fieldNamed = (named: string) => named,
): FieldProblem[] {
  if (!(error instanceof ApiFailure) || !error.problem) return []
  const { code, detail, errors = [] } = error.problem
  const own = fieldOf[code]
  if (own) return [{ field: own, message: detail }]
  // Blame of a field that this form does not show would be read by nobody.
  const named = errors.map((problem) => ({ ...problem, field: fieldNamed(problem.field) }))
  return named.every(({ field }) => fields.includes(field)) ? named : []
}
