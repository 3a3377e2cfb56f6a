import { ApiFailure } from '~shared/api/failure'
import { type PersonalMessages, useT } from '~shared/i18n/context'

/** What can be wrong with a field: the words are the server's own. */
export type FieldCode = keyof PersonalMessages['errors']['fields']

/** The server sends words; the rules of the page name a code. */
export function useFieldWords() {
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
