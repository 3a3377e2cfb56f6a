// The labels of the product form's inputs, by path: `name.az`, `fields.color`, `sizes.0.price`.
import { textIn } from '~admin/lib/local-text'
import { languageLabels } from '~admin/ui/language-fields'
import type { CategoryField } from '~shared/api/types'
import type { Translate } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import type { Values } from './rules'

/** Inputs whose path is their name, and that have one label. */
type PlainName = Exclude<keyof Values, 'version' | 'name' | 'description' | 'fields' | 'sizes'>

const PLAIN_BEFORE_FIELDS: PlainName[] = ['slug', 'storeId', 'categoryId', 'alsoCategoryIds']
const PLAIN_AFTER_FIELDS: PlainName[] = [
  'price',
  'discountedPrice',
  'discountFrom',
  'discountUntil',
  'preparationDays',
  'pictures',
  'optionKind',
]

/** Returns the labels of all inputs, in the order of the page. */
export function labelsOf(t: Translate, locale: Locale, sizeCount: number, fields: CategoryField[]): Record<string, string> {
  const labels: Record<string, string> = {
    ...languageLabels('name', t('adminProducts.label.name')),
    ...languageLabels('description', t('adminProducts.label.description')),
    ...plainLabels(t, PLAIN_BEFORE_FIELDS),
    ...withPrefix('fields', fieldLabels(fields, locale)),
    ...plainLabels(t, PLAIN_AFTER_FIELDS),
  }
  for (let index = 0; index < sizeCount; index++) Object.assign(labels, sizeLabels(t, locale, index, fields))
  return { ...labels, ...plainLabels(t, ['initialStock']) }
}

/** Maps the key of each field to its label, with the unit: `Stems, pcs`. */
export const fieldLabels = (fields: CategoryField[], locale: Locale): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field.key, fieldLabel(field, locale)]))

function fieldLabel({ name, unit }: CategoryField, locale: Locale): string {
  const nameText = textIn(locale, name)
  const unitText = unit && textIn(locale, unit)
  return unitText ? `${nameText}, ${unitText}` : nameText
}

const plainLabels = (t: Translate, names: PlainName[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, t(`adminProducts.label.${name}`)]))

const withPrefix = (prefix: string, labels: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([path, label]) => [`${prefix}.${path}`, label]))

/** Each label says which size it belongs to, because every size has the same inputs. */
function sizeLabels(t: Translate, locale: Locale, index: number, fields: CategoryField[]): Record<string, string> {
  const labels: Record<string, string> = {
    ...languageLabels('name', t('adminProducts.label.name')),
    price: t('adminProducts.label.price'),
    picture: t('adminProducts.sizes.picture'),
    initialStock: t('adminProducts.label.initialStock'),
    ...withPrefix('fields', fieldLabels(fields, locale)),
  }
  const withSize = Object.entries(labels).map(([path, label]) => [path, t('adminProducts.sizes.of', { n: index + 1, label })])
  return withPrefix(`sizes.${index}`, Object.fromEntries(withSize) as Record<string, string>)
}
