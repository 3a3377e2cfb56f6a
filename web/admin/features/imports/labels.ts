// The values of a product to which the columns of an imported file can be assigned.
import type { Translate } from '~shared/i18n/context'

/** In the order of the template file. A product also has the fields of its category. */
export const TARGETS = [
  'slug',
  'store',
  'category',
  'also',
  'name_az',
  'name_ru',
  'name_en',
  'description_az',
  'description_ru',
  'description_en',
  'price',
  'discounted',
  'discount_from',
  'discount_until',
  'stock',
  'preparation_days',
  'option',
  'sizes',
  'pictures',
] as const

/** The prefix before the key of a category's field. */
export const FIELD_TARGET = 'fields.'

/** A field of a category is shown by its key. */
export function targetLabel(t: Translate, target: string): string {
  const known = TARGETS.find((candidate) => candidate === target)
  return known ? t(`adminImports.target.${known}`) : target.replace(FIELD_TARGET, '')
}
