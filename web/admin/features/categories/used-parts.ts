// Finds fields and values that products use and the form no longer has, and puts them back.
import type { TypedText } from '~admin/lib/local-text'
import type { ChoiceValues, FieldValues } from './rules'

/** A field or value that products use, and that the form no longer has. */
export interface UsedPart {
  fieldId: number
  /** Undefined if the whole field is missing. */
  value?: string
  name: TypedText
}

export function removedInUse(saved: FieldValues[], typed: FieldValues[]): UsedPart[] {
  return saved.flatMap(({ id, name, inUse, values }): UsedPart[] => {
    const field = typed.find((other) => other.id === id)
    if (!field) return inUse ? [{ fieldId: id, name }] : []
    const isMissing = ({ value, inUse }: ChoiceValues) => inUse && !field.values.some((other) => other.value === value)
    return values.filter(isMissing).map(({ value, label }) => ({ fieldId: id, value, name: label }))
  })
}

/** Adds a removed field or value again as it is saved. */
export function putBack(saved: FieldValues[], typed: FieldValues[], { fieldId, value }: UsedPart): FieldValues[] {
  const savedField = saved.find(({ id }) => id === fieldId)
  if (!savedField) return typed
  if (value === undefined) return [...typed, savedField]
  const added = savedField.values.filter((other) => other.value === value)
  return typed.map((field) => (field.id === fieldId ? { ...field, values: [...field.values, ...added] } : field))
}
