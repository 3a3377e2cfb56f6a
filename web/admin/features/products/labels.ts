// The labels of the product form's inputs, and descriptions of values for the comparison of two versions.
// A path names an input: `name.az`, `fields.color`, `sizes.0.price`.
import { get } from 'react-hook-form'
import { textIn } from '~admin/lib/local-text'
import { languageLabels } from '~admin/ui/language-fields'
import type { CategoryField } from '~shared/api/types'
import type { Translate } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import type { SizeValues, Values } from './rules'

/** Maps the key of each field to its label, with the unit: `Stems, pcs`. */
export const fieldLabels = (fields: CategoryField[], locale: Locale) =>
  Object.fromEntries(
    fields.map(({ key, name, unit }) => [key, [textIn(locale, name), unit && textIn(locale, unit)].filter(Boolean).join(', ')]),
  )

/** Returns the labels of all inputs by path, in the order of the page. */
export function labelsOf(t: Translate, locale: Locale, sizeCount: number, fields: CategoryField[]): Record<string, string> {
  const ofFields = Object.entries(fieldLabels(fields, locale))
  const textLabels = (name: 'name' | 'description') => Object.entries(languageLabels(name, t(`adminProducts.label.${name}`)))
  const plainLabels = (...names: Exclude<keyof Values, 'version' | 'name' | 'description' | 'fields' | 'sizes'>[]) =>
    names.map((name) => [name, t(`adminProducts.label.${name}`)])
  const sizeLabels = Array.from({ length: sizeCount }, (_, index) => index).flatMap((index) => {
    const of = (label: string) => t('adminProducts.sizes.of', { n: index + 1, label })
    return [
      ...Object.entries(languageLabels(`sizes.${index}.name`, of(t('adminProducts.label.name')))),
      [`sizes.${index}.price`, of(t('adminProducts.label.price'))],
      [`sizes.${index}.picture`, of(t('adminProducts.sizes.picture'))],
      [`sizes.${index}.initialStock`, of(t('adminProducts.label.initialStock'))],
      ...ofFields.map(([key, label]) => [`sizes.${index}.fields.${key}`, of(label)]),
    ]
  })
  return Object.fromEntries([
    ...textLabels('name'),
    ...textLabels('description'),
    ...plainLabels('slug', 'storeId', 'categoryId', 'alsoCategoryIds'),
    ...ofFields.map(([key, label]) => [`fields.${key}`, label]),
    ...plainLabels('price', 'discountedPrice', 'discountFrom', 'discountUntil', 'preparationDays', 'pictures', 'optionKind'),
    ...sizeLabels,
    ...plainLabels('initialStock'),
  ])
}

const nested = (prefix: string, values: object) => Object.entries(values).map(([key, value]) => [`${prefix}.${key}`, value])

const withoutEmpty = (fields: Values['fields']) => Object.fromEntries(Object.entries(fields).filter(([, list]) => list && list.length > 0))

/** Returns the parts of the form that two operators may change independently, by path. All sizes together are one part. */
function partsOf(values: Values): Record<string, unknown> {
  const { version: _version, initialStock: _initialStock, name, description, fields, sizes, ...plainParts } = values
  return Object.fromEntries([
    ...nested('name', name),
    ...nested('description', description),
    ...nested('fields', withoutEmpty(fields)),
    ...Object.entries(plainParts),
    ['sizes', sizes.map((size) => ({ ...size, fields: withoutEmpty(size.fields) }))],
  ])
}

/** Returns the paths of the parts that differ. */
export function differences(a: Values, b: Values): string[] {
  const [partsOfA, partsOfB] = [partsOf(a), partsOf(b)]
  const paths = new Set([...Object.keys(partsOfA), ...Object.keys(partsOfB)])
  return [...paths].filter((path) => JSON.stringify(partsOfA[path]) !== JSON.stringify(partsOfB[path]))
}

export const partAt = (values: Values, path: string): unknown => get(values, path)

/** Lists in which ids and keys are looked up. */
interface Names {
  stores: { id: number; name: string }[]
  categories: { id: number; name: string }[]
  fields: CategoryField[]
}

const nameIn = (list: { id: number; name: string }[], id: unknown) => list.find((item) => item.id === Number(id))?.name ?? `№${String(id)}`
const joined = (list: string[]) => list.filter(Boolean).join(', ') || '—'

export function describe(t: Translate, locale: Locale, path: string, value: unknown, { stores, categories, fields }: Names): string {
  if (path === 'storeId') return nameIn(stores, value)
  if (path === 'categoryId') return nameIn(categories, value)
  if (path === 'alsoCategoryIds') return joined((value as number[]).map((id) => nameIn(categories, id)))
  if (path === 'optionKind') return t(`adminProducts.optionKind.${value as Values['optionKind']}`)
  if (path === 'pictures') return t('adminProducts.pictures.count', { count: (value as string[]).length })
  if (path === 'sizes') return joined((value as SizeValues[]).map(({ name, price }) => `${textIn(locale, name)}: ${price} ₼`))
  if (path.startsWith('fields.')) {
    const field = fields.find(({ key }) => `fields.${key}` === path)
    return joined(((value ?? []) as string[]).map((chosen) => valueLabel(t, locale, field, chosen)))
  }
  // A time is `2026-12-03T20:00` in the form, and is shown with a space instead of the letter T.
  return (typeof value === 'string' ? value : '').replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ') || '—'
}

function valueLabel(t: Translate, locale: Locale, field: CategoryField | undefined, value: string): string {
  if (field?.type === 'toggle') return t(value === 'true' ? 'adminProducts.fields.yes' : 'adminProducts.fields.no')
  const label = field?.values.find((candidate) => candidate.value === value)?.label
  return label ? textIn(locale, label) : value
}
