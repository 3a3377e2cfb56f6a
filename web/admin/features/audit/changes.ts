// Compares the state before and after a change, which the audit log stores as JSON texts.

type Fields = Record<string, unknown>

/** The old and the new value of a field. */
export interface Change {
  field: string
  /** The old value, or undefined for an added field. */
  before: string | undefined
  /** The new value, or undefined for a removed field. */
  after: string | undefined
}

/** Returns the members of a JSON object, none for a missing text, and null for any other text. */
function parseFields(json: string | undefined): Fields | null {
  if (json === undefined) return {}
  try {
    const parsed: unknown = JSON.parse(json)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Fields) : null
  } catch {
    return null
  }
}

const asText = (value: unknown) => (value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value))

/** Returns the fields that differ. If a text is not a JSON object, both texts are compared as one field without a name. */
export function changesOf(before: string | undefined, after: string | undefined): Change[] {
  if (before === undefined && after === undefined) return []
  const [fieldsBefore, fieldsAfter] = [parseFields(before), parseFields(after)]
  if (!fieldsBefore || !fieldsAfter) return [{ field: '', before, after }]
  const names = [...new Set([...Object.keys(fieldsBefore), ...Object.keys(fieldsAfter)])]
  return names.flatMap((field) => {
    const change = { field, before: asText(fieldsBefore[field]), after: asText(fieldsAfter[field]) }
    return change.before === change.after ? [] : [change]
  })
}
