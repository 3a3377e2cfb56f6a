import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type AddOnValues, type FieldValues, MAX_ADD_ONS, NEW_FIELD, NEW_VALUE, Schema, toForm, toFormField, type Values } from './rules'

const text = (az: string) => ({ az, ru: '', en: '' })
/** The id 0 is that of a new field. */
const field = (id: number, key: string, change: Partial<FieldValues> = {}): FieldValues => ({
  ...NEW_FIELD,
  id,
  key,
  type: 'toggle',
  name: text(key),
  values: [],
  ...change,
})
const values = (...fields: FieldValues[]): Values => ({
  name: text('Güllər'),
  slug: 'guller',
  imageUrl: '',
  fields,
  addOns: [],
  version: 3,
})
const addOn = (id: number): AddOnValues => ({ id, name: 'Vaz', slug: `vaz-${id}`, imageUrl: '', state: 'offered' })
const addOns = (count: number) => Array.from({ length: count }, (_, index) => addOn(index + 1))

/** Returns for example `fields.1.key: duplicate`. */
const errorsOf = (typed: Values) => (v.safeParse(Schema, typed).issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)

describe('the rules', () => {
  it.each<[string, Values, string[]]>([
    ['a complete category', values(field(1, 'color')), []],
    ['a name in Azerbaijani', { ...values(), name: { az: ' ', ru: 'Цветы', en: '' } }, ['name.az: required']],
    ['an address', { ...values(), slug: '' }, ['slug: required']],
    ['an address that is no number', { ...values(), slug: '2027' }, ['slug: invalid']],
    ['hyphens between words only', { ...values(), slug: '-guller' }, ['slug: invalid']],
    ['Latin letters in an address', { ...values(), slug: 'güllər' }, ['slug: invalid_characters']],
    ['a key that begins with a letter', values(field(1, '2d')), ['fields.0.key: invalid']],
    ['a key once', values(field(1, 'color'), field(2, 'color')), ['fields.1.key: duplicate']],
    ['values for a choice', values(field(1, 'color', { type: 'choice' })), ['fields.0.values: required']],
    ['no values for other types', values(field(1, 'stems', { type: 'range' })), []],
    ['no values of a field that was a choice before', values(field(0, 'size', { type: 'range', values: [NEW_VALUE] })), []],
    ['no unit of a field that was a range before', values(field(1, 'stems', { unit: { az: '', ru: 'шт.', en: '' } })), []],
    [
      'a unit in Azerbaijani',
      values(field(1, 'stems', { type: 'range', unit: { az: '', ru: 'шт.', en: '' } })),
      ['fields.0.unit.az: required'],
    ],
    [
      'a value once',
      values(
        field(1, 'color', { type: 'choice', values: ['red', 'blue', 'red'].map((value) => ({ value, label: text(value), inUse: false })) }),
      ),
      ['fields.0.values.2.value: duplicate'],
    ],
    ['up to twelve add-ons', { ...values(), addOns: addOns(MAX_ADD_ONS) }, []],
    ['no more than twelve add-ons', { ...values(), addOns: addOns(MAX_ADD_ONS + 1) }, ['addOns: too_many']],
  ])('ask for %s', (_what, typed, errors) => expect(errorsOf(typed)).toEqual(errors))
})

describe('the request', () => {
  const saved = values(field(1, 'color'), field(2, 'stems'))
  const ids = (typed: Values) => toForm(typed, saved).fields.map(({ id }) => id)

  it('has no id for a new field', () => expect(ids(values(field(1, 'color'), field(0, 'size')))).toEqual([1, undefined]))
  it('sends a field that another operator has deleted as a new one', () => {
    expect(ids(values(field(1, 'color'), field(7, 'wrap')))).toEqual([1, undefined])
  })
  it('gives a new field the id of a field with the same key that another operator has added', () => {
    expect(ids(values(field(1, 'color'), field(0, 'stems')))).toEqual([1, 2])
  })
  it('leaves out languages and units that are empty', () => {
    const typed = values(field(2, 'stems', { type: 'range', unit: { az: 'ədəd', ru: '', en: '' } }), field(1, 'color', { unit: text('x') }))
    expect(toForm(typed, saved)).toEqual({
      name: { az: 'Güllər' },
      slug: 'guller',
      imageUrl: '',
      version: 3,
      fields: [
        { id: 2, key: 'stems', type: 'range', name: { az: 'stems' }, unit: { az: 'ədəd' }, isFilterable: true, values: [] },
        { id: 1, key: 'color', type: 'toggle', name: { az: 'color' }, isFilterable: true, values: [] },
      ],
      addOns: [],
    })
  })
  it('has the ids of the add-ons', () => {
    expect(toForm({ ...values(), addOns: [addOn(7), addOn(5)] }, saved).addOns).toEqual([7, 5])
  })
})

it('field names of the server become those of the form', () => {
  expect(toFormField('fields[0].values[12].label.az')).toBe('fields.0.values.12.label.az')
  expect(toFormField('addOns[2]')).toBe('addOns.2')
})
