// Compares the state before and after a change, which the audit log stores as JSON texts.

type Fields = Record<string, unknown>

export interface Change {
  field: string
  /** Undefined for an added field. */
  before: string | undefined
  /** Undefined for a removed field. */
  after: string | undefined
}

/** Returns null for a text that is not a JSON object. */
function parseFields(json: string | undefined): Fields | null {
  if (json === undefined) return {}
  try {
    const parsed: unknown = JSON.parse(json)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Fields) : null
  } catch {
    return null
  }
}

function asText(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  return JSON.stringify(value)
}

/** If a text is not a JSON object, both texts are compared as one field without a name. */
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
