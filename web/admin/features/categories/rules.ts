// The form of a category: the server's validation rules with its error codes, and the conversion to requests.
// `inUse` means that products have the field or value, so the server refuses to remove it.
import * as v from 'valibot'
import { localTextOf, NO_TEXT, typedTextOf, type TypedText } from '~admin/lib/local-text'
import { localText, optionalSlug, slug } from '~admin/lib/text-rules'
import type { AddOnState, CategoryDetails, CategoryField, CategoryFieldForm, CategoryForm, FieldType, ProductCard } from '~shared/api/types'
import { errorCode, optionalText, text } from '~shared/features/forms/rules'

export const TYPES = ['choice', 'range', 'toggle'] as const satisfies FieldType[]
const ADD_ON_STATES = ['offered', 'not_for_sale', 'has_sizes', 'sold_out'] as const satisfies AddOnState[]

export const MAX_NAME_LENGTH = 80
export const MAX_UNIT_LENGTH = 20
export const MAX_KEY_LENGTH = 40
export const MAX_VALUE_LENGTH = 60
export const MAX_ADD_ONS = 12

/** A text that is part of the address of a filtered list. */
const code = (max: number, allowed: RegExp) =>
  v.pipe(
    text(max),
    v.check((typed) => allowed.test(typed), errorCode('invalid_characters')),
  )

const unit = v.pipe(
  v.object({ az: optionalText(MAX_UNIT_LENGTH), ru: optionalText(MAX_UNIT_LENGTH), en: optionalText(MAX_UNIT_LENGTH) }),
  v.forward(
    v.check(({ az, ru, en }) => az !== '' || (ru === '' && en === ''), errorCode('required')),
    ['az'],
  ),
)

const Value = v.object({ value: code(MAX_VALUE_LENGTH, /^[a-z0-9._-]*$/), label: localText(MAX_NAME_LENGTH), inUse: v.boolean() })

const repeated = (texts: string[]) => texts.flatMap((text, index) => (text !== '' && texts.indexOf(text) < index ? [index] : []))

/** A rule for a list: the member `name` of each object must be unique. A repeated one is reported at its own path. */
const unique = <Name extends string, Item extends Record<Name, string>>(name: Name) =>
  v.rawCheck<Item[]>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const input = dataset.value
    for (const key of repeated(input.map((item) => item[name].trim()))) {
      const item = input[key] as Item
      const path: [v.ArrayPathItem, v.ObjectPathItem] = [
        { type: 'array', origin: 'value', input, key, value: item },
        { type: 'object', origin: 'value', input: item, key: name, value: item[name] },
      ]
      addIssue({ message: errorCode('duplicate'), path })
    }
  })

const CheckedField = v.pipe(
  v.object({
    /** 0 for a new field. */
    id: v.number(),
    key: v.pipe(
      code(MAX_KEY_LENGTH, /^[a-z0-9_]*$/),
      v.check((typed) => !/^[0-9_]/.test(typed), errorCode('invalid')),
    ),
    type: v.picklist(TYPES),
    name: localText(MAX_NAME_LENGTH),
    unit,
    isFilterable: v.boolean(),
    inUse: v.boolean(),
    values: v.pipe(v.array(Value), unique('value')),
  }),
  v.forward(
    v.check(({ type, values }) => type !== 'choice' || values.length > 0, errorCode('required')),
    ['values'],
  ),
)

export type FieldValues = v.InferInput<typeof CheckedField>

/** The form hides parts that the type does not have. They may have been typed before the type was changed. */
const withoutHiddenParts = (field: FieldValues): FieldValues => ({
  ...field,
  ...(field.type !== 'range' && { unit: NO_TEXT }),
  ...(field.type !== 'choice' && { values: [] }),
})

const Field = v.pipe(
  v.custom<FieldValues>(() => true),
  v.transform(withoutHiddenParts),
  CheckedField,
)

/** Only the id is sent. The other members are shown. */
const AddOn = v.object({ id: v.number(), name: v.string(), slug: v.string(), imageUrl: v.string(), state: v.picklist(ADD_ON_STATES) })

export const Schema = v.object({
  name: localText(MAX_NAME_LENGTH),
  slug: slug(),
  imageUrl: v.string(),
  fields: v.pipe(v.array(Field), unique('key')),
  addOns: v.pipe(v.array(AddOn), v.maxLength(MAX_ADD_ONS, errorCode('too_many'))),
  /** The version that the edit is based on. The server refuses the edit if there is a newer one. */
  version: v.number(),
})

export const NewSchema = v.object({ name: localText(MAX_NAME_LENGTH), slug: optionalSlug(), imageUrl: v.string() })

export type Values = v.InferInput<typeof Schema>
export type AddOnValues = Values['addOns'][number]
export type ChoiceValues = FieldValues['values'][number]
export type NewValues = v.InferInput<typeof NewSchema>

export const EMPTY: NewValues = { name: NO_TEXT, slug: '', imageUrl: '' }
export const NEW_VALUE: ChoiceValues = { value: '', label: NO_TEXT, inUse: false }
export const NEW_FIELD: FieldValues = {
  id: 0,
  key: '',
  type: 'choice',
  name: NO_TEXT,
  unit: NO_TEXT,
  isFilterable: true,
  inUse: false,
  values: [NEW_VALUE],
}

const fieldValuesOf = ({ id, key, type, name, unit, isFilterable, inUse, values }: CategoryField): FieldValues => ({
  id,
  key,
  type,
  name: typedTextOf(name),
  unit: typedTextOf(unit),
  isFilterable,
  inUse,
  values: values.map(({ value, label, inUse }) => ({ value, label: typedTextOf(label), inUse })),
})

export const addOnOf = ({ id, name, slug, imageUrl, hasSizes, inStock }: ProductCard): AddOnValues => ({
  id,
  name,
  slug,
  imageUrl,
  state: hasSizes ? 'has_sizes' : inStock ? 'offered' : 'sold_out',
})

export const valuesOf = ({ name, slug, imageUrl, fields, addOns, version }: CategoryDetails): Values => ({
  name: typedTextOf(name),
  slug,
  imageUrl,
  fields: fields.map(fieldValuesOf),
  addOns,
  version,
})

const hasText = (text: TypedText) => Object.values(text).some((part) => part !== '')

const toField = ({ id, key, type, name, unit, isFilterable, values }: FieldValues): CategoryFieldForm => ({
  ...(id > 0 && { id }),
  key,
  type,
  name: localTextOf(name),
  ...(type === 'range' && hasText(unit) && { unit: localTextOf(unit) }),
  isFilterable,
  values: type === 'choice' ? values.map(({ value, label }) => ({ value, label: localTextOf(label) })) : [],
})

/** If another operator has deleted a field, it is sent as new. If another operator has added one with the same key, its id is used. */
function withSavedIds(fields: FieldValues[], saved: FieldValues[]): FieldValues[] {
  const isTaken = (id: number) => fields.some((field) => field.id === id)
  return fields.map((field) => {
    if (saved.some(({ id }) => id === field.id)) return field
    const sameKey = saved.find(({ id, key }) => key === field.key && !isTaken(id))
    return { ...field, id: sameKey?.id ?? 0 }
  })
}

/** `saved` are the values that are saved now. */
export const toForm = ({ name, slug, imageUrl, fields, addOns, version }: Values, saved: Values): CategoryForm => ({
  name: localTextOf(name),
  slug,
  imageUrl,
  fields: withSavedIds(fields, saved.fields).map(toField),
  addOns: addOns.map(({ id }) => id),
  version,
})

export const toFormField = (serverField: string) => serverField.replaceAll(/\[(\d+)\]/g, '.$1')
