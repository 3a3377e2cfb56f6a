type Fields = Record<string, unknown>

export interface Change {
  field: string
  /** The old value, or undefined for an added field. */
  before: string | undefined
  /** The new value, or undefined for a removed field. */
  after: string | undefined
}

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

/** Returns the fields that differ. A text that is no JSON object is one field without a name. */
export function changesOf(before: string | undefined, after: string | undefined): Change[] {
  if (before === undefined && after === undefined) return []
  const [old, now] = [parseFields(before), parseFields(after)]
  if (!old || !now) return [{ field: '', before, after }]
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return fields.flatMap((field) => {
    const change = { field, before: asText(old[field]), after: asText(now[field]) }
    return change.before === change.after ? [] : [change]
  })
}
