import type { Translate } from '~shared/i18n/context'

/** The values of a product that a column may have, in the order of a template. Fields of categories come after them. */
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

export const FIELD_TARGET = 'fields.'

/** Names a value of a product. A field of a category has its key. */
export function targetLabel(t: Translate, target: string): string {
  const known = TARGETS.find((candidate) => candidate === target)
  return known ? t(`adminImports.target.${known}`) : target.replace(FIELD_TARGET, '')
}
